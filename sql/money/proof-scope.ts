import { arrayLiteral, type Fragment, type Queryable, type Tx } from "../db/client";

/**
 * What a proof reads: `all` is every click and entry, and the sums of dropped days. `open` is what was settled
 * and not sealed yet, and the transactions since `ledgerSince`. `day` is what sealing a day proves.
 */
export type ProofScope =
  | { kind: "all" }
  | { kind: "open"; settled: OpenSettlements | null; ledgerSince: Date | null }
  | { kind: "day"; from: Date; to: Date };

/** Settlements to prove, the first of their ids, and the days of their clicks. */
type OpenSettlements = { ids: bigint[]; first: bigint; from: Date; to: Date };

export const everything: ProofScope = { kind: "all" };

export function oneDay(day: string): ProofScope & { kind: "day" } {
  const from = new Date(day);
  return { kind: "day", from, to: new Date(from.getTime() + 86_400_000) };
}

/** A condition that a UTC day or a time is in the scope. It selects the partitions of `clicks`. */
export function inDays(tx: Tx, scope: ProofScope, column: string): Fragment {
  if (scope.kind === "all") return tx`true`;
  const days = scope.kind === "open" ? scope.settled : scope;
  return days ? tx`(${tx(column)} >= ${days.from} and ${tx(column)} < ${days.to})` : tx`false`;
}

/**
 * A condition that the clicks or decisions of `alias`, or the settlements with their ids in `column`, are in
 * the scope. A click of a settlement that does not exist is found with the open ones.
 */
export function isProved(
  tx: Tx,
  scope: ProofScope,
  { alias = "", day = "clicked_at", column = "settlement_id" } = {},
): Fragment {
  const inside = inDays(tx, scope, `${alias}${day}`);
  if (scope.kind !== "open" || !scope.settled) return inside;
  const { first } = scope.settled;
  const id = tx(`${alias}${column}`);
  return tx`(${inside} and ${id} >= ${first}::bigint
    and (${id} in (select id from settlements where id >= ${first}::bigint and not is_open)) is not true)`;
}

/** A condition on rows of `counted_clicks`. */
export function countedIn(tx: Tx, scope: ProofScope): Fragment {
  return scope.kind === "all" ? tx`true` : tx`not is_dropped and ${isProved(tx, scope)}`;
}

/** A condition on the transactions `t` that settlements of the scope posted; their keys name these. */
export function isSettledPayout(tx: Tx, scope: ProofScope): Fragment {
  const ofDays = tx`t.kind = 'click_payout' and t.click_day is not null and ${inDays(tx, scope, "t.click_day")}`;
  return scope.kind === "open" && scope.settled
    ? tx`${ofDays} and (split_part(t.idempotency_key, ':', 2) in (
        select id::text from settlements where day >= ${scope.settled.from}::timestamptz::date and not is_open
      )) is not true`
    : ofDays;
}

/** Returns what no seal covers. Most checks read the open transactions, so they get tables of these. */
export async function readOpen(tx: Tx): Promise<ProofScope & { kind: "open" }> {
  const [settled] = await tx<OpenSettlements[]>`
    /* daySeals.readOpen */
    select array_agg(id order by id) as ids, (array_agg(id order by id))[1] as first,
      min(day)::timestamp at time zone 'UTC' as from, (max(day) + 1)::timestamp at time zone 'UTC' as to
    from settlements where is_open having count(*) > 0`;
  const [ledger] = await tx<{ since: Date | null }[]>`
    /* daySeals.readLedgerSince */
    select case when isfinite(ledger_sealed_to) then ledger_sealed_to end as since from marketplace`;
  if (ledger?.since) {
    await tx`
      create temp table open_transactions on commit drop as
      select * from ledger_transactions where created_at >= (select ledger_sealed_to from marketplace)`;
    await tx`analyze open_transactions`;
    for (const table of ["entries", "lot_entries"]) {
      await tx`
        create temp table ${tx(`open_${table}`)} on commit drop as
        select e.* from open_transactions t join ${tx(`ledger_${table}`)} e on e.transaction_id = t.id`;
      await tx`analyze ${tx(`open_${table}`)}`;
    }
  }
  return { kind: "open", settled: settled ?? null, ledgerSince: ledger?.since ?? null };
}

/** The transactions, entries and lot entries of a scope as tables, and what is left of the earlier ones. */
export function ledgerOf(tx: Tx, scope: ProofScope) {
  const isOpen = scope.kind === "open" && scope.ledgerSince !== null;
  const table = (name: string) => tx`${tx(`${isOpen ? "open" : "ledger"}_${name}`)}`;
  const [entries, lots] = [table("entries"), table("lot_entries")];
  const withSealed = (columns: string[], of: Fragment) =>
    isOpen
      ? tx`(select ${tx(columns)} from ${of} e union all select ${tx(columns)} from sealed_lots)`
      : of;
  return {
    transactions: table("transactions"),
    entries,
    lots,
    balances: withSealed(["account_id", "micros"], entries),
    lotBalances: withSealed(["account_id", "lot_id", "micros"], lots),
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

/** Seals proved settlements. Returns the digest of the last seal; null if nothing was sealed. */
export async function sealSettlements(
  db: Queryable,
  ids: readonly bigint[],
): Promise<string | null> {
  const [row] = await db<{ digest: string | null }[]>`
    /* daySeals.sealSettlements */ select seal_settlements(${arrayLiteral(ids.map(String))}::bigint[]) as digest`;
  return row?.digest ?? null;
}

/** Lists days before one that are not sealed and for which no click waits, oldest first. */
export async function listUnsealedDays(db: Queryable, before: string): Promise<string[]> {
  const rows = await db<{ day: string }[]>`
    /* daySeals.listUnsealed */
    select kept.day::text from click_days_before(${before}::date) as kept (day)
    where not is_sealed_day(kept.day)
      and not exists (
        select from pending_clicks p where p.clicked_at < (kept.day + 1)::timestamp at time zone 'UTC'
      )
    order by kept.day`;
  return rows.map(({ day }) => day);
}

export async function countClicksOf(tx: Tx, scope: ProofScope): Promise<bigint> {
  const [row] = await tx<{ clicks: bigint }[]>`
    /* daySeals.countClicks */ select count(*) as clicks from clicks where ${inDays(tx, scope, "clicked_at")}`;
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
