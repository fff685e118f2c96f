import { formatUtcDay } from "../clicks/retention";
import type { Fragment, Queryable, Tx } from "../db/client";

/** From the start of one UTC day up to that of another; null is no limit. */
type DaySpan = { from: Date | null; to: Date | null };

/**
 * What a proof reads: `all` is every click and entry, and the sums of dropped days. `open` leaves out
 * sealed days but those that later clicks reopened, and transactions before `ledgerSince`. `day` is what
 * sealing proves.
 */
export type ProofScope =
  | { kind: "all" }
  | { kind: "open"; spans: DaySpan[]; reopened: string[]; ledgerSince: Date | null }
  | { kind: "day"; spans: DaySpan[] };

export const everything: ProofScope = { kind: "all" };

export function oneDay(day: string): ProofScope {
  return { kind: "day", spans: [{ from: new Date(day), to: dayAfter(new Date(day)) }] };
}

function dayAfter(day: Date): Date {
  return new Date(day.getTime() + 86_400_000);
}

/** A condition that a UTC day or a time is in the scope. It selects the partitions of `clicks`. */
export function inScope(tx: Tx, scope: ProofScope, column: string): Fragment {
  if (scope.kind === "all") return tx`true`;
  const within = scope.spans.map(({ from, to }) => {
    const since = from ? tx`${tx(column)} >= ${from}` : tx`true`;
    return to ? tx`${since} and ${tx(column)} < ${to}` : since;
  });
  return tx`(${within.reduce((before, each) => tx`${before} or ${each}`)})`;
}

/**
 * A condition on rows of `counted_clicks` and `counted_visits`. A reopened day may have been dropped: its
 * sums count with the clicks that came since.
 */
export function countedIn(tx: Tx, scope: ProofScope): Fragment {
  if (scope.kind === "all") return tx`true`;
  const stored = tx`not is_dropped and ${inScope(tx, scope, "clicked_at")}`;
  return scope.kind === "day" || scope.reopened.length === 0
    ? stored
    : tx`(${stored} or is_dropped and day = any (${scope.reopened}::text[]::date[]))`;
}

/** Returns the days that no valid seal covers. */
export async function readOpenDays(tx: Tx): Promise<ProofScope> {
  const sealed = await tx<{ day: Date; isReopened: boolean }[]>`
    /* daySeals.readOpenDays */
    select day, day in (select day from settlements where is_late) as is_reopened
    from (select distinct day from day_seals) sealed order by day`;
  const spans: DaySpan[] = [];
  let from: Date | null = null;
  for (const { day } of sealed.filter(({ isReopened }) => !isReopened)) {
    if (day.getTime() !== from?.getTime()) spans.push({ from, to: day });
    from = dayAfter(day);
  }
  const reopened = sealed
    .filter(({ isReopened }) => isReopened)
    .map(({ day }) => formatUtcDay(day));
  const [ledger] = await tx<{ since: Date | null }[]>`
    /* daySeals.readLedgerSince */
    select case when isfinite(ledger_sealed_to) then ledger_sealed_to end as since from marketplace`;
  const ledgerSince = ledger?.since ?? null;
  return { kind: "open", spans: [...spans, { from, to: null }], reopened, ledgerSince };
}

/** The transactions, entries and lot entries of a scope as tables, and what is left of the earlier ones. */
export function ledgerOf(tx: Tx, scope: ProofScope) {
  if (scope.kind !== "open" || !scope.ledgerSince)
    return {
      transactions: tx`ledger_transactions`,
      entries: tx`ledger_entries`,
      lots: tx`ledger_lot_entries`,
      balances: tx`ledger_entries`,
      lotBalances: tx`ledger_lot_entries`,
    };
  const transactions = tx`(select * from ledger_transactions where created_at >= ${scope.ledgerSince})`;
  const of = (table: string) =>
    tx`(select e.* from ${transactions} t join ${tx(table)} e on e.transaction_id = t.id)`;
  const [entries, lots] = [of("ledger_entries"), of("ledger_lot_entries")];
  return {
    transactions,
    entries,
    lots,
    balances: tx`(select account_id, micros from ${entries} e union all select account_id, micros from sealed_lots)`,
    lotBalances: tx`(select account_id, lot_id, micros from ${lots} l union all select * from sealed_lots)`,
  };
}

/** A condition on decisions: their transactions are in the scope. */
export function decidedIn(tx: Tx, scope: ProofScope): Fragment {
  return scope.kind === "open" && scope.ledgerSince
    ? tx`decided_at >= ${scope.ledgerSince}`
    : tx`true`;
}

/** Leaves proved transactions out of later hourly proofs. */
export async function sealLedger(db: Queryable, upTo: Date): Promise<void> {
  await db`/* daySeals.sealLedger */ select seal_ledger(${upTo})`;
}

/** Lists days before one that have no valid seal and for which no click waits, oldest first. */
export async function listUnsealedDays(db: Queryable, before: string): Promise<string[]> {
  const rows = await db<{ day: string }[]>`
    /* daySeals.listUnsealed */
    select kept.day::text from click_days_before(${before}::date) as kept (day)
    where (not exists (select from day_seals s where s.day = kept.day)
        or exists (select from settlements s where s.day = kept.day and s.is_late))
      and not exists (
        select from pending_clicks p where p.clicked_at < (kept.day + 1)::timestamp at time zone 'UTC'
      )
    order by kept.day`;
  return rows.map(({ day }) => day);
}

export async function countClicksOf(tx: Tx, scope: ProofScope): Promise<bigint> {
  const [row] = await tx<{ clicks: bigint }[]>`
    /* daySeals.countClicks */ select count(*) as clicks from clicks where ${inScope(tx, scope, "clicked_at")}`;
  return row?.clicks ?? 0n;
}

/** Seals a day that was proved with this number of clicks. Returns the seal's digest; null if more came. */
export async function sealDay(
  tx: Tx,
  { day, clicks }: { day: string; clicks: bigint },
): Promise<string | null> {
  const [row] = await tx<{ digest: string | null }[]>`
    /* daySeals.seal */ select seal_click_day(${day}::date, ${clicks}) as digest`;
  return row?.digest ?? null;
}

/** Lets the checks of this transaction group many clicks in memory. */
export async function useMemory(tx: Tx): Promise<void> {
  await tx`/* daySeals.useMemory */ select set_config('work_mem', '256MB', true)`;
}
