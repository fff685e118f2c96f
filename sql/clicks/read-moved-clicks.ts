import { bind, type ClickHouse, ch, type Part, verbatim } from "../db/clickhouse";
import type { Fragment, Queryable, Tx } from "../db/client";
import { type MovedDay, movedColumns } from "./moved-clicks";
import { formatUtcDay } from "./retention";

const DAY_MS = 86_400_000;

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

type Compared = { days: MovedDays; span: Span; beforeMs: number; afterMs: number };

/**
 * Lists the clicks of a span of moved days, and those around it that rules compare them with: of the same
 * address, network or device, and the click that set the cookie.
 */
export function listComparedClicks(
  clickhouse: ClickHouse,
  { days, span, beforeMs, afterMs, limit }: Compared & { limit: number },
): Promise<MovedClick[]> {
  const around = {
    from: new Date(span.from.getTime() - beforeMs),
    to: new Date(span.to.getTime() + afterMs),
  };
  const isInSpan = ch`clicked_at >= ${bind.time(span.from)} and clicked_at < ${bind.time(span.to)}`;
  const isShared = (key: string, of: string) => ch`ifNull(${verbatim(key)} global in (
    select ${verbatim(of)} from clicks where ${isMoved(days, span)}), false)`;
  const bits = "toUInt128(ip_key)";
  const network = `if(bitShiftRight(${bits}, 32) = 65535, ${bits}, bitShiftRight(${bits}, 80))`;
  const first = "toUUIDOrZero(substringIndex(device_key, '.', -1))";
  const wanted = ch`(${isInSpan} or ${isShared(network, network)} or ${isShared("device_key", "device_key")}
    or ${isShared("id", `assumeNotNull(${first})`)})`;
  return listMovedClicks(clickhouse, { days, span: around, wanted, limit });
}

/** Rows of one statement. */
const SHOWN_AT_ONCE = 5_000;

/**
 * Lets the rest of the transaction read these clicks beside those in Postgres: by temporary tables and views
 * that it finds before the real ones.
 */
export async function showMovedClicks(tx: Tx, clicks: readonly MovedClick[]): Promise<void> {
  await tx`/* movedClicks.makeRoom */ create temp table moved_clicks (like public.visited_clicks) on commit drop`;
  for (let from = 0; from < clicks.length; from += SHOWN_AT_ONCE) {
    const part = clicks.slice(from, from + SHOWN_AT_ONCE);
    await tx`
      /* movedClicks.show */
      insert into moved_clicks
      select * from jsonb_populate_recordset(null::public.visited_clicks, ${tx.json(part as never)})`;
  }
  await tx`update moved_clicks set accepted = verdict in ('valid', 'held')`;
  await tx`
    create temp table moved_visitors on commit drop as
    select clicked_at, id, accepted, ip_key, pack_device(device_key) as device_key, pack_device(weak_key) as weak_key
    from moved_clicks`;
  await tx`create index on moved_clicks (id)`;
  await tx`create index on moved_visitors (accepted, ip_key, clicked_at)`;
  await tx`create index on moved_visitors (accepted, substr(device_key, 2, 6), clicked_at)`;
  await tx`analyze moved_clicks, moved_visitors`;
  const kept = tx`id, clicked_at, campaign_id, creator_id, device_known, signals, verdict, reason`;
  await tx`
    create temp view clicks as
    select ${kept} from moved_clicks union all select ${kept} from public.clicks`;
  const visitor = tx`clicked_at, id, accepted, ip_key, device_key, weak_key`;
  await tx`
    create temp view click_visitors as
    select ${visitor} from moved_visitors union all select ${visitor} from public.click_visitors`;
  await tx`
    create temp view visited_clicks as
    select * from moved_clicks union all select * from public.visited_clicks`;
  await tx`set local search_path = pg_temp, public`;
}

/** The columns of `visited_clicks` from those of ClickHouse. */
const restored = movedColumns.map(({ name, read }) => `${read ?? name} as ${name}`).join(", ");

/**
 * The condition that a row of ClickHouse is a click of the span that counts. Days are chosen by their partitions:
 * comparing the time of each click costs more than most questions about it.
 */
export function isMoved({ before, copies }: MovedDays, { from, to }: Span): Part {
  const end = new Date(Math.min(before.getTime(), to.getTime()));
  const nameDay = (at: Date) => bind.text(formatUtcDay(at).replaceAll("-", ""));
  const isWholeDay = (at: Date) => at.getTime() % DAY_MS === 0;
  const counts =
    copies.length === 0
      ? ch`1`
      : ch`transform(toDate(clicked_at), ${bind.days(copies.map(({ day }) => day))},
          ${bind.counts(copies.map(({ copy }) => copy))}, toUInt64(1))`;
  return ch`copy = ${counts} and _partition_id >= ${nameDay(from)}
    and _partition_id < ${nameDay(new Date(Math.ceil(end.getTime() / DAY_MS) * DAY_MS))}
    ${isWholeDay(from) ? ch`` : ch`and clicked_at >= ${bind.time(from)}`}
    ${isWholeDay(end) ? ch`` : ch`and clicked_at < ${bind.time(end)}`}`;
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
        null::int as user_agent_hash, referrer, null::int as referrer_hash
      from visited_clicks
    )`;
}
