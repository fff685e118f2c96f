import type { GroupKind } from "@fairclick/core/clicks/flagged-clicks-schema";
import type { Queryable } from "../db/client";
import { type ClickWanted, isWithin, matchesFilter, type Span } from "./flagged-clicks";

export type ClickGroupRow = {
  campaignId: string | null;
  campaignName: string | null;
  creatorId: string | null;
  creatorName: string | null;
  linkCode: string | null;
  address: string | null;
  clicks: number;
  held: number;
  invalid: number;
  valid: number;
  heldMicros: bigint;
  paidMicros: bigint;
  lastClickedAt: Date;
  reason: string | null;
  key: string;
  /** The number of clicks in all groups together. */
  grouped: number;
};

export type ListClickGroups = {
  by: GroupKind;
  wanted: ClickWanted;
  span: Span;
  /** Only groups that come after this one. */
  after: { clicks: number; key: string } | null;
  mostClicks: number;
  limit: number;
};

/**
 * Groups the newest `mostClicks` wanted clicks by link or by ip address, the largest group first.
 */
export async function listClickGroups(
  db: Queryable,
  { by, wanted, span, after, mostClicks, limit }: ListClickGroups,
): Promise<ClickGroupRow[]> {
  const key = by === "link" ? db`c.campaign_id || ':' || c.creator_id` : db`abbrev(c.ip_key)`;
  return db<ClickGroupRow[]>`
    /* clickGroups.listClickGroups */
    with found as materialized (
      select c.campaign_id, c.creator_id, c.ip_key, c.verdict, c.reason, c.clicked_at, c.price_micros
      from clicks c
      where ${matchesFilter(db, wanted)} and ${isWithin(db, span)}
        ${by === "address" ? db`and c.ip_key is not null` : db``}
      order by c.clicked_at desc, c.id desc limit ${mostClicks}
    ),
    groups as (
      select ${key} as key, min(c.campaign_id::text)::uuid as campaign_id,
        min(c.creator_id::text)::uuid as creator_id, min(c.ip_key) as ip_key, count(*)::int as clicks,
        (count(*) filter (where c.verdict = 'held'))::int as held,
        (count(*) filter (where c.verdict = 'invalid'))::int as invalid,
        coalesce(sum(c.price_micros) filter (where c.verdict = 'held'), 0)::bigint as held_micros,
        max(c.clicked_at) as last_clicked_at, mode() within group (order by c.reason) as reason
      from found c group by 1
    ),
    page as (
      select * from groups g
      ${after ? db`where g.clicks < ${after.clicks} or (g.clicks = ${after.clicks} and g.key > ${after.key})` : db``}
      order by g.clicks desc, g.key limit ${limit}
    )
    select p.key, ${by === "link" ? namesOfLink(db) : namesOfAddress(db)},
      p.clicks, p.held, p.invalid, v.valid::int as valid, p.held_micros as "heldMicros",
      v.paid_micros as "paidMicros", p.last_clicked_at as "lastClickedAt", p.reason,
      (select count(*) from found)::int as grouped
    from page p join campaigns m on m.id = p.campaign_id join users u on u.id = p.creator_id
    left join links k on k.campaign_id = p.campaign_id and k.creator_id = p.creator_id
    cross join lateral (${by === "link" ? validOfLink(db, span) : validOfAddress(db, span)}) v
    order by p.clicks desc, p.key`;
}

function namesOfLink(db: Queryable) {
  return db`
    p.campaign_id as "campaignId", m.name as "campaignName", p.creator_id as "creatorId",
    u.username as "creatorName", k.code as "linkCode", null as address`;
}

function namesOfAddress(db: Queryable) {
  return db`
    null as "campaignId", null as "campaignName", null as "creatorId", null as "creatorName",
    null as "linkCode", abbrev(p.ip_key) as address`;
}

/** Counts the valid clicks of a link in all quarter hours that the span touches. */
function validOfLink(db: Queryable, { from, to }: Span) {
  return db`
    select coalesce(sum(q.valid), 0) as valid, coalesce(sum(q.paid_micros), 0)::bigint as paid_micros
    from click_quarters q
    where q.campaign_id = p.campaign_id and q.creator_id = p.creator_id
      and q.starts_at >= date_bin('15 minutes', ${from}::timestamptz, '2000-01-01Z')
      and q.starts_at < ${to}`;
}

function validOfAddress(db: Queryable, span: Span) {
  return db`
    select count(*) as valid, coalesce(sum(c.paid_micros), 0)::bigint as paid_micros
    from clicks c where c.ip_key = p.ip_key and c.verdict = 'valid' and ${isWithin(db, span)}`;
}
