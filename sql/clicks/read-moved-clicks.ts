import { bind, type ClickHouse, ch, type Part, verbatim } from "../db/clickhouse";
import type { Fragment, Queryable, Tx } from "../db/client";
import { type MovedDay, movedColumns } from "./moved-clicks";

/** All clicks before `before` are in ClickHouse, and none of them in Postgres. */
export type MovedDays = {
  before: Date;
  /** The days of which another copy than the first counts. */
  copies: MovedDay[];
};

/**
 * Returns the days whose clicks are in ClickHouse; null if none are. Until the transaction ends no other
 * day moves: its lock on `clicks` keeps partitions from being dropped. `db` is another connection, because
 * the snapshot of the transaction may be older than the lock.
 */
export async function holdMovedDays(tx: Tx, db: Queryable): Promise<MovedDays | null> {
  await tx`/* movedClicks.hold */ lock table only clicks in access share mode`;
  const [row] = await db<{ before: Date | null; copies: MovedDay[] }[]>`
    /* movedClicks.findDays */
    select (max(day) + 1)::timestamp at time zone 'UTC' as before,
      coalesce(jsonb_agg(jsonb_build_object('day', day, 'copy', copy)) filter (where copy > 1), '[]') as copies
    from dropped_days where clicks is not null`;
  return row?.before ? { before: row.before, copies: row.copies } : null;
}

type Span = { from: Date; to: Date };

/** A click from ClickHouse, as `asClicks` takes it. */
export type MovedClick = { id: string; clicked_at: string } & Record<string, unknown>;

export type MovedPage = {
  days: MovedDays;
  span: Span;
  wanted: Part;
  before?: { clickedAt: Date; id: string } | null | undefined;
  limit: number;
};

/** Lists clicks of moved days that match, newest first. */
export async function listMovedClicks(
  clickhouse: ClickHouse,
  { days, span, wanted, before, limit }: MovedPage,
): Promise<MovedClick[]> {
  const place = before
    ? ch`and clicked_at <= ${bind.time(before.clickedAt)} and (clicked_at < ${bind.time(before.clickedAt)}
        or toString(id) < ${bind.text(before.id)})`
    : ch``;
  const rows = await clickhouse.read<MovedClick & { signals: string }>(ch`
    select ${verbatim(restored)} from (
      select * from clicks where ${isMoved(days, span)} and ${wanted} ${place}
      order by clicked_at desc, toString(id) desc limit ${bind.count(limit)}
    ) order by clicked_at desc, id desc`);
  return rows.map((row) => ({ ...row, signals: JSON.parse(row.signals) }));
}

/** The columns of `visited_clicks` from those of ClickHouse. */
const restored = movedColumns.map(({ name, read }) => `${read ?? name} as ${name}`).join(", ");

/** The condition that a row of ClickHouse is a click of the span that counts. */
export function isMoved({ before, copies }: MovedDays, { from, to }: Span): Part {
  const end = new Date(Math.min(before.getTime(), to.getTime()));
  const counts =
    copies.length === 0
      ? ch`1`
      : ch`transform(toDate(clicked_at), ${bind.days(copies.map(({ day }) => day))},
          ${bind.counts(copies.map(({ copy }) => copy))}, toUInt64(1))`;
  return ch`clicked_at >= ${bind.time(from)} and clicked_at < ${bind.time(end)} and copy = ${counts}`;
}

/**
 * The beginning of a statement that reads these clicks wherever it names a table of clicks: the rest of it
 * is the same as for the clicks in Postgres. Null leaves it to Postgres.
 */
export function asClicks(db: Queryable, clicks: readonly MovedClick[] | null): Fragment {
  if (clicks === null) return db``;
  const names = movedColumns.map(({ name }) => db`${db(name)}`);
  const columns = names.reduce((before, each) => db`${before}, ${each}`);
  return db`
    with visited_clicks as (
      select ${columns}, verdict in ('valid', 'held') as accepted, substr(pack_device(device_key), 2, 6) as device_start
      from jsonb_populate_recordset(null::public.visited_clicks, ${db.json(clicks as never)})
    ),
    clicks as (select * from visited_clicks),
    all_clicks as (select * from visited_clicks),
    pending_clicks as (select * from public.pending_clicks where false),
    click_visitors as (
      select id, clicked_at, accepted, ip, ip_key, pack_device(device_key) as device_key, user_agent,
        null::bigint as user_agent_hash, referrer, null::bigint as referrer_hash
      from visited_clicks
    )`;
}
