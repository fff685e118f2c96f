import type { TodoKind } from "@fairclick/core/operations/work";
import { isCaseOpen } from "../campaigns/cases";
import type { Fragment, Queryable } from "../db/client";

export type TodoRow = {
  id: string;
  since: Date;
  micros: bigint | null;
  who: string | null;
  campaign: string | null;
  /** At most `ABOUT_LENGTH` characters. */
  about: string;
};

/** `count` is at most `MAX_COUNTED_ITEMS`; `rows` are the oldest items and those with the most money. */
export type TodoRows = { count: number; since: Date | null; rows: TodoRow[] };

export const MAX_COUNTED_ITEMS = 1_000;
/** Max held clicks that are read and grouped by link. */
const MAX_CLICKS = 50_000;
const ABOUT_LENGTH = 200;

/** An expression that shortens a text to `ABOUT_LENGTH`. */
function shorten(db: Queryable, text: Fragment) {
  return db`left(${text}, ${ABOUT_LENGTH}::int)`;
}

/** All kinds but failed jobs, which are in the queue. */
type WaitingKind = Exclude<TodoKind, "failed_jobs">;

/** Reads at most `MAX_COUNTED_ITEMS` items: the `limit` oldest, and the `limit` with the most money. */
export async function readWaiting(
  db: Queryable,
  { kind, at, limit }: { kind: WaitingKind; at: Date; limit: number },
): Promise<TodoRows> {
  const rows = await db<(TodoRow & { count: number })[]>`
    /* todo.read */
    select id, since, micros, who, campaign, about, count from (
      select *, count(*) over ()::int as count,
        row_number() over (order by since, id) as by_age,
        row_number() over (order by micros desc nulls last, since, id) as by_money
      from (${waiting[kind](db, at)} limit ${MAX_COUNTED_ITEMS}) waiting
    ) ranked
    where by_age <= ${limit} or by_money <= ${limit}
    order by since, id`;
  return {
    count: rows[0]?.count ?? 0,
    since: rows[0]?.since ?? null,
    rows: rows.map(({ count: _, ...row }) => row),
  };
}

const waiting: Record<WaitingKind, (db: Queryable, at: Date) => Fragment> = {
  /**
   * One item per link; its id is campaign and creator, joined by a colon. What was held because of one
   * /48 of IPv6 addresses on several links is one item, with the /48 as its id.
   */
  held_clicks: (db) => db`with held as materialized (
      select campaign_id, creator_id, recorded_at, price_micros, reason,
        case when reason = 'ip_network' then text(network(set_masklen(ip_key, 48))) end as network
      from visited_clicks
      where verdict = 'held'
      limit ${MAX_CLICKS}
    ),
    networks as (
      select network, count(distinct (campaign_id, creator_id)) as links from held
      where network is not null group by network having count(distinct (campaign_id, creator_id)) > 1
    )
    select coalesce(h.network, h.campaign_id || ':' || h.creator_id) as id, h.since, h.micros,
      u.username as who, c.name as campaign,
      concat(h.clicks, ' held', ' on ' || n.links || ' links from ' || n.network, ': ', h.reason) as about
    from (
      select g.network, g.campaign_id, g.creator_id, min(recorded_at) as since, count(*) as clicks,
        sum(price_micros)::bigint as micros, mode() within group (order by reason) as reason
      from (
        select n.network, case when n.network is null then campaign_id end as campaign_id,
          case when n.network is null then creator_id end as creator_id,
          recorded_at, price_micros, reason
        from held left join networks n using (network)
      ) g
      group by 1, 2, 3
    ) h
    left join networks n on n.network = h.network
    left join campaigns c on c.id = h.campaign_id
    left join users u on u.id = h.creator_id
    order by h.since, h.network, h.campaign_id, h.creator_id`,
  appeals: waitingCases("appeals"),
  objections: waitingCases("objections"),
  reviews: waitingCases("reviews"),
  /** `micros` is what waits. */
  findings: (
    db,
  ) => db`select f.id::text, f.found_at as since, f.waiting_micros as micros, u.username as who,
      c.name as campaign, ${shorten(
        db,
        db`concat_ws(': ', format('%s of %s clicks brought a player%s', f.players, f.clicks,
          case when f.is_certain then ', certain' else '' end), f.explanation)`,
      )} as about
    from link_findings f join campaigns c on c.id = f.campaign_id join users u on u.id = f.creator_id
    where f.state = 'open' order by f.id`,
  reports: (db) => db`select a.id::text, a.opened_at as since, null::bigint as micros, null as who,
      null as campaign, ${shorten(db, db`a.address`)} as about
    from reported_addresses a where a.state = 'open' order by a.id`,
  /** Leaves out suspended users, and withdrawals that continue by themselves. */
  withdrawals: (
    db,
  ) => db`select w.id::text, w.held_at as since, w.amount_micros as micros, u.username as who,
      null as campaign, ${shorten(db, db`w.hold_reason`)} as about
    from withdrawals w join users u on u.id = w.user_id
    where w.status = 'pending' and w.held_at is not null and u.suspended_at is null
      and (w.hold_kinds is null or w.hold_kinds <> '{unproved}'::text[] or w.hold_until is null)
    order by w.requested_at`,
  refunds: (
    db,
  ) => db`select r.id::text, r.held_at as since, r.amount_micros as micros, u.username as who,
      null as campaign, ${shorten(db, db`r.hold_reason`)} as about
    from refunds r join users u on u.id = r.user_id
    where r.status = 'pending' and r.held_at is not null order by r.requested_at`,
  /** The id is queue and job, joined by a slash. */
  parked_jobs: (
    db,
  ) => db`select p.queue || '/' || p.job_id as id, p.parked_at as since, null::bigint as micros,
      null as who, null as campaign, ${shorten(db, db`p.problem`)} as about
    from parked_jobs p where p.state = 'parked' order by p.parked_at`,
  stripe_events: (
    db,
  ) => db`select e.id, e.parked_at as since, null::bigint as micros, null as who, null as campaign,
      ${shorten(db, db`concat_ws(': ', e.type, e.error)`)} as about
    from stripe_events e where e.parked_at is not null order by e.parked_at`,
};

function waitingCases(kind: "appeals" | "objections" | "reviews") {
  return (
    db: Queryable,
    at: Date,
  ) => db`select k.id::text, k.opened_at as since, coalesce(k.micros, c.budget_micros) as micros,
      u.username as who, c.name as campaign, ${shorten(
        db,
        db`concat_ws(': ', (
          select string_agg(reason, ', ') from jsonb_array_elements_text(k.about -> 'reasons') reason
        ), k.about ->> 'gameUrl', nullif(k.text, ''))`,
      )} as about
    from cases k join campaigns c on c.id = k.campaign_id join users u on u.id = k.user_id
    where k.kind = ${kind} and ${isCaseOpen(db, at)} order by k.id`;
}

export type AlertedItem = { kind: string; id: string };

const ID_LENGTH = 300;

type Claim = {
  items: readonly AlertedItem[];
  at: Date;
  /** Older claims have ended: their worker died, or the message was not accepted. */
  leasedBefore: Date;
  /** Items in a message sent after this time are left out. */
  sentBefore: Date;
};

/** Claims the items that are due for a message. Returns those that nobody else has claimed. */
export async function claimAlerts(
  db: Queryable,
  { items, at, leasedBefore, sentBefore }: Claim,
): Promise<AlertedItem[]> {
  const rows = items.map(({ kind, id }) => ({ kind, id: id.slice(0, ID_LENGTH) }));
  return db<AlertedItem[]>`
    /* operatorAlerts.claim */
    insert into operator_alerts as a (kind, item_id, claimed_at)
    select distinct kind, id, ${at}::timestamptz
    from jsonb_to_recordset(${db.json(rows)}) as item (kind text, id text)
    order by kind, id
    on conflict (kind, item_id) do update set claimed_at = excluded.claimed_at
    where a.claimed_at <= ${leasedBefore} and (a.sent_at is null or a.sent_at <= ${sentBefore})
    returning kind, item_id as id`;
}

export function markAlertsSent(
  db: Queryable,
  { items, at }: { items: readonly AlertedItem[]; at: Date },
): Promise<void> {
  return updateAlerts(db, items, db`sent_at = ${at}`);
}

/** Makes the items due again, because their message was not accepted. */
export function releaseAlerts(
  db: Queryable,
  { items, leasedBefore }: { items: readonly AlertedItem[]; leasedBefore: Date },
): Promise<void> {
  return updateAlerts(db, items, db`claimed_at = ${leasedBefore}`);
}

async function updateAlerts(
  db: Queryable,
  items: readonly AlertedItem[],
  change: Fragment,
): Promise<void> {
  await db`
    /* operatorAlerts.update */
    update operator_alerts a set ${change}
    from jsonb_to_recordset(${db.json([...items])}) as item (kind text, id text)
    where a.kind = item.kind and a.item_id = item.id`;
}

/** Deletes items that were last claimed before `before`. */
export async function forgetAlerts(db: Queryable, before: Date): Promise<void> {
  await db`
    /* operatorAlerts.forget */
    delete from operator_alerts where claimed_at < ${before}`;
}
