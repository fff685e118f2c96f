import type { Queryable } from "../db/client";

/** How many wait, counted up to `MOST_COUNTED`, and since when the oldest does. */
export type Waiting = { count: number; since: Date | null };

export const MOST_COUNTED = 1_000;

type Read = (db: Queryable) => Promise<Waiting[]>;

/** What waits for an operator: one query each, which reads at most `MOST_COUNTED` rows. */
export const waitingQueries = {
  appeals: (db) => db<Waiting[]>`
    /* waiting.appeals */
    select count(*)::int as count, min(at) as since from (
      select appealed_at as at from click_appeals where state = 'open' order by id
      limit ${MOST_COUNTED}) waiting`,
  objections: (db) => db<Waiting[]>`
    /* waiting.objections */
    select count(*)::int as count, min(at) as since from (
      select objected_at as at from click_objections where state = 'open' order by id
      limit ${MOST_COUNTED}) waiting`,
  findings: (db) => db<Waiting[]>`
    /* waiting.findings */
    select count(*)::int as count, min(at) as since from (
      select found_at as at from link_findings where state = 'open' order by id
      limit ${MOST_COUNTED}) waiting`,
  withdrawals: (db) => db<Waiting[]>`
    /* waiting.withdrawals */
    select count(*)::int as count, min(at) as since from (
      select held_at as at from withdrawals
      where status = 'pending' and held_at is not null
        and (hold_kinds is null or hold_kinds <> '{unproved}'::text[])
      order by requested_at limit ${MOST_COUNTED}) waiting`,
  refunds: (db) => db<Waiting[]>`
    /* waiting.refunds */
    select count(*)::int as count, min(at) as since from (
      select held_at as at from refunds where status = 'pending' and held_at is not null
      order by requested_at limit ${MOST_COUNTED}) waiting`,
  tickets: (db) => db<Waiting[]>`
    /* waiting.tickets */
    select count(*)::int as count, min(at) as since from (
      select waits_since as at from tickets where state = 'waiting' order by id
      limit ${MOST_COUNTED}) waiting`,
} as const satisfies Record<string, Read>;

export type WaitingName = keyof typeof waitingQueries;

export async function readWaiting(db: Queryable, name: WaitingName): Promise<Waiting> {
  const [row] = await waitingQueries[name](db);
  return row ?? { count: 0, since: null };
}
