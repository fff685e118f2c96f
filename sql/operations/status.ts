import type { Queryable } from "../db/client";
import { requireRow } from "../db/require-row";

export type MarketStatus = {
  pending: number;
  held: number;
  /** Includes held ones. */
  withdrawalsPending: number;
  withdrawalsHeld: number;
  judged: number;
  valid: number;
  paidMicros: bigint;
};

/** Counts clicks and withdrawals that wait now, and sums the settlements since `since`. */
export async function getMarketStatus(db: Queryable, since: Date): Promise<MarketStatus> {
  const [row] = await db<MarketStatus[]>`
    /* operating.getMarketStatus */
    select (select count(*) from pending_clicks)::int as pending,
      (select coalesce(sum(clicks), 0) from held_claims)::int as held,
      (select count(*) from withdrawals where status = 'pending')::int as "withdrawalsPending",
      (select count(*) from withdrawals where status = 'pending' and held_at is not null)::int
        as "withdrawalsHeld",
      coalesce(sum(s.clicks), 0)::int as judged, coalesce(sum(s.valid), 0)::int as valid,
      coalesce(sum(s.paid_micros), 0)::bigint as "paidMicros"
    from settlements s where s.settled_at >= ${since}`;
  return requireRow(row, "the market's status");
}

/**
 * Sums the amounts that ledger transactions moved, per kind, sorted by kind. `since` is the lowest
 * transaction id that counts: ids begin with their time.
 */
export async function sumMovementsSince(
  db: Queryable,
  since: string,
): Promise<{ kind: string; micros: bigint }[]> {
  return db<{ kind: string; micros: bigint }[]>`
    /* operating.sumMovementsSince */
    select t.kind, sum(e.micros)::bigint as micros
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.id >= ${since}::uuid and e.micros > 0
    group by t.kind order by t.kind`;
}
