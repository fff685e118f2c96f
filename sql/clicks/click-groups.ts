import type { GroupKind, GroupOrder } from "@fairclick/core/clicks/flagged-clicks-schema";
import type { Fragment, Queryable } from "../db/client";
import { requireRow } from "../db/require-row";
import { type ClickWanted, hasSignal, isWithin, matchesFilter, type Span } from "./flagged-clicks";

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
  /** The clicks or micros that the groups are sorted by. */
  figure: string;
  /** The number of clicks in all groups together. */
  grouped: number;
  /** Whether an address has more valid clicks than were read. */
  isCut: boolean;
};

export type ListClickGroups = {
  by: GroupKind;
  sort: GroupOrder;
  wanted: ClickWanted;
  span: Span;
  /** Only groups that come after this one; `figure` is the clicks or micros that it is sorted by. */
  after: { figure: string; key: string } | null;
  mostClicks: number;
  /** Looks for the wanted signal among the newest `mostClicks` clicks only. */
  isSignalFrequent: boolean;
  limit: number;
};

type FoundClicks = Pick<ListClickGroups, "wanted" | "span" | "mostClicks" | "isSignalFrequent">;

/** Number of groups to compare by money: those with the most held money, then the most clicks. */
const MAX_WEIGHED_GROUPS = 500;
/** Valid clicks of addresses that are read for a page of groups. One address can have millions. */
const MAX_VALID_CLICKS = 100_000;

/**
 * Groups the newest `mostClicks` wanted clicks by link or by ip address. Sorted by clicks, or by held and
 * paid money, largest first.
 */
export async function listClickGroups(
  db: Queryable,
  query: ListClickGroups,
): Promise<ClickGroupRow[]> {
  const { by, sort, span, after, limit } = query;
  const key = by === "link" ? db`c.campaign_id || ':' || c.creator_id` : db`abbrev(c.ip_key)`;
  const figure = sort === "money" ? db`w.held_micros + w.paid_micros` : db`w.clicks`;
  const maxValid = Math.floor(MAX_VALID_CLICKS / (sort === "money" ? MAX_WEIGHED_GROUPS : limit));
  const candidates =
    sort === "money"
      ? db`order by g.held_micros desc, g.clicks desc, g.key limit ${MAX_WEIGHED_GROUPS}`
      : db`${after ? db`where (-g.clicks, g.key) > (-${after.figure}::bigint, ${after.key})` : db``}
          order by g.clicks desc, g.key limit ${limit}`;
  return db<ClickGroupRow[]>`
    /* clickGroups.listClickGroups */
    with found as materialized (${newestFound(db, query, by === "address" ? db`and c.ip_key is not null` : db``)}),
    groups as (
      select ${key} as key, min(c.campaign_id::text)::uuid as campaign_id,
        min(c.creator_id::text)::uuid as creator_id, min(c.ip_key) as ip_key, count(*)::int as clicks,
        (count(*) filter (where c.verdict = 'held'))::int as held,
        (count(*) filter (where c.verdict = 'invalid'))::int as invalid,
        coalesce(sum(c.price_micros) filter (where c.verdict = 'held'), 0)::bigint as held_micros,
        max(c.clicked_at) as last_clicked_at, mode() within group (order by c.reason) as reason
      from found c group by 1
    ),
    candidates as (select * from groups g ${candidates}),
    weighed as (
      select p.*, v.valid, v.paid_micros from candidates p
      cross join lateral (${by === "link" ? validOfLink(db, span) : validOfAddress(db, span, maxValid)}) v
    ),
    page as (
      select w.*, ${figure} as figure from weighed w
      ${after ? db`where (-(${figure}), w.key) > (-${after.figure}::bigint, ${after.key})` : db``}
      order by figure desc, w.key limit ${limit}
    )
    select p.key, ${by === "link" ? namesOfLink(db) : namesOfAddress(db)},
      p.clicks, p.held, p.invalid, p.valid::int as valid, p.held_micros as "heldMicros",
      p.paid_micros as "paidMicros", p.last_clicked_at as "lastClickedAt", p.reason, p.figure::text as figure,
      ${by === "link" ? db`false` : db`p.valid >= ${maxValid}`} as "isCut",
      (select count(*) from found)::int as grouped
    from page p join campaigns m on m.id = p.campaign_id join users u on u.id = p.creator_id
    left join links k on k.campaign_id = p.campaign_id and k.creator_id = p.creator_id
    order by p.figure desc, p.key`;
}

export type ClickTotalsRow = {
  clicks: number;
  held: number;
  invalid: number;
  valid: number;
  heldMicros: bigint;
  paidMicros: bigint;
};

/** Sums the newest `mostClicks` wanted clicks. */
export async function sumClicks(db: Queryable, query: FoundClicks): Promise<ClickTotalsRow> {
  const [row] = await db<ClickTotalsRow[]>`
    /* clickGroups.sumClicks */
    select count(*)::int as clicks, (count(*) filter (where c.verdict = 'held'))::int as held,
      (count(*) filter (where c.verdict = 'invalid'))::int as invalid,
      (count(*) filter (where c.verdict = 'valid'))::int as valid,
      coalesce(sum(c.price_micros) filter (where c.verdict = 'held'), 0)::bigint as "heldMicros",
      coalesce(sum(c.paid_micros), 0)::bigint as "paidMicros"
    from (${newestFound(db, query, db``)}) c`;
  return requireRow(row, "totals");
}

/** Returns whether the wanted clicks are `mostClicks` or more. */
export async function areManyClicks(
  db: Queryable,
  { wanted, span, mostClicks }: Pick<ListClickGroups, "wanted" | "span" | "mostClicks">,
): Promise<boolean> {
  const [row] = await db<{ clicks: number }[]>`
    /* clickGroups.areMany */
    select count(*)::int as clicks from (
      select from clicks c where ${matchesFilter(db, wanted)} and ${isWithin(db, span)} limit ${mostClicks}
    ) c`;
  return requireRow(row, "count").clicks === mostClicks;
}

/**
 * Selects the newest wanted clicks. Postgres cannot estimate how frequent a signal is: clicks with a frequent
 * one are found among the newest, and clicks with a rare one are all read and sorted.
 */
function newestFound(
  db: Queryable,
  { wanted, span, mostClicks, isSignalFrequent }: FoundClicks,
  further: Fragment,
) {
  const found = (filter: ClickWanted) => db`
    select c.* from clicks c where ${matchesFilter(db, filter)} and ${isWithin(db, span)} ${further}`;
  const newest = db`order by c.clicked_at desc, c.id desc limit ${mostClicks}`;
  const { signal } = wanted;
  const columns = db`c.campaign_id, c.creator_id, c.ip_key, c.verdict, c.reason, c.clicked_at, c.price_micros, c.paid_micros`;
  if (signal === null) return db`select ${columns} from (${found(wanted)} ${newest}) c`;
  if (!isSignalFrequent) return db`select ${columns} from (${found(wanted)} offset 0) c ${newest}`;
  return db`
    select ${columns} from (${found({ ...wanted, signal: null })} ${newest}) c
    where ${hasSignal(db, signal)}`;
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

/** Counts the newest valid clicks of an address, at most `max`. Written so that only the index on addresses fits. */
function validOfAddress(db: Queryable, { from, to }: Span, max: number) {
  return db`
    select count(*) as valid, coalesce(sum(n.paid_micros), 0)::bigint as paid_micros from (
      select c.paid_micros from clicks c
      where (c.ip_key, c.clicked_at) >= (p.ip_key, ${from}) and (c.ip_key, c.clicked_at) < (p.ip_key, ${to})
        and c.verdict in ('valid', 'held') and c.verdict = 'valid' and ${isWithin(db, { from, to })}
      order by c.ip_key desc, c.clicked_at desc limit ${max}
    ) n`;
}
