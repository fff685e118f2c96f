import type { Concentration, ConcentrationKind } from "@fairclick/core/clicks/suspects";
import { JOINED } from "@fairclick/core/conversions/report";
import { ALL_LINKS } from "@fairclick/core/ids";
import { arrayLiteral, type Fragment, type Queryable } from "../db/client";
import { hasAnyVerdict, type Span } from "./flagged-clicks";
import { formatUtcDay } from "./retention";

export type PaidLinkRow = {
  campaignId: string;
  creatorId: string;
  campaignName: string;
  creatorName: string;
  code: string;
  disabledBy: string | null;
  clicks: number;
  paidMicros: bigint;
  joined: number;
  /** Clicks and players of the whole campaign, this link included. */
  allClicks: number;
  allJoined: number;
  /** Whether creator and developer have a bank account or card in common. */
  sharesBank: boolean;
  /** Number of links that had enough paid clicks. */
  links: number;
};

type ListPaidLinks = {
  campaignId: string | null;
  creatorId: string | null;
  /** Start of a UTC day. */
  from: Date;
  leastClicks: number;
  /** Max links to read counters of: those with the most money of all time. `limit` is the max returned. */
  mostRead: number;
  limit: number;
};

/** Lists the links that were paid most since `from`, from the counters of days. */
export async function listPaidLinks(db: Queryable, query: ListPaidLinks): Promise<PaidLinkRow[]> {
  const { campaignId, creatorId, leastClicks, mostRead, limit } = query;
  const day = formatUtcDay(query.from);
  const selectClicks = (creator: Fragment) => db`
    select coalesce(sum(d.valid), 0) as clicks, coalesce(sum(d.paid_micros), 0) as paid_micros from click_days d
    where d.campaign_id = k.campaign_id and d.creator_id = ${creator} and d.dimension = 'device' and d.day >= ${day}`;
  const countJoined = (creator: Fragment) => db`
    (select coalesce(sum(n.conversions), 0) from conversion_quarters n
     where n.campaign_id = k.campaign_id and n.creator_id = ${creator} and n.event = ${JOINED}
       and n.starts_at >= ${query.from})::float8`;
  return db<PaidLinkRow[]>`
    /* suspectLinks.listPaid */
    with known as materialized (
      select o.campaign_id, o.creator_id from link_outcomes o
      where o.valid >= ${leastClicks}
        ${campaignId ? db`and o.campaign_id = ${campaignId}` : db``}
        ${creatorId ? db`and o.creator_id = ${creatorId}` : db``}
      order by o.paid_micros desc limit ${mostRead}
    ),
    paid as materialized (
      select k.*, d.clicks, d.paid_micros, count(*) over () as links from known k
      cross join lateral (${selectClicks(db`k.creator_id`)}) d
      where d.clicks >= ${leastClicks}
      order by d.paid_micros desc, k.campaign_id, k.creator_id limit ${limit}
    )
    select k.campaign_id, k.creator_id, m.name as campaign_name,
      u.username as creator_name, l.code, l.disabled_by, k.clicks::float8 as clicks,
      k.paid_micros::bigint as paid_micros, ${countJoined(db`k.creator_id`)} as joined,
      campaign.clicks::float8 as all_clicks, ${countJoined(db`${ALL_LINKS}`)} as all_joined, ${sharesBank(db)} as shares_bank, k.links::int as links
    from paid k join campaigns m on m.id = k.campaign_id join users u on u.id = k.creator_id
    join links l on l.campaign_id = k.campaign_id and l.creator_id = k.creator_id
    cross join lateral (${selectClicks(db`${ALL_LINKS}`)}) campaign`;
}

/** A condition: creator and developer have a bank account or card in common, for payouts or payments. */
function sharesBank(db: Queryable) {
  const fingerprints = (user: Fragment) => db`
    select fingerprint from payout_banks where user_id = ${user}
    union all select card_fingerprint from deposits where user_id = ${user} and status = 'completed' and card_fingerprint is not null`;
  return db`exists ((${fingerprints(db`k.creator_id`)}) intersect (${fingerprints(db`m.developer_id`)}))`;
}

export type LinkFigures = {
  /** Index of the link in the query. */
  place: number;
  examined: number;
  returning: number;
  busiestHour: number;
  homes: number;
  traced: number;
  fresh: number;
};

type ReadFigures = {
  links: readonly { campaignId: string; creatorId: string }[];
  span: Span;
  /** Max clicks per link, the newest ones. `traced`: how many of their addresses are looked up in earlier clicks. */
  clicks: number;
  traced: number;
  /** Earliest time of an earlier click of an address. */
  tracedFrom: Date;
  /** AS numbers with addresses that many people share. */
  sharedAsns: readonly number[];
};

/** An address with more accounts is shared by chance and nobody's home. */
const MAX_PEOPLE_AT_HOME = 5;

/** Reads how the newest paid clicks of links are spread over time, devices and homes. */
export async function readLinkFigures(db: Queryable, query: ReadFigures): Promise<LinkFigures[]> {
  const { traced, tracedFrom } = query;
  return db<LinkFigures[]>`
    /* suspectLinks.readFigures */
    with examined as materialized (${examinedClicks(db, query)}),
    hours as (
      select place, max(clicks) as busiest from (
        select place, count(*) as clicks from examined group by place, date_trunc('hour', clicked_at)
      ) h group by place
    ),
    homes as (
      select e.place, count(*) as clicks from examined e
      where not e.is_shared and (${isHome(db, db`'ip'`, db`abbrev(e.ip_key)`)} or ${isHome(db, db`'device'`, db`e.device_key`)})
      group by e.place
    ),
    seen as (
      select e.place, count(*) as traced, count(*) filter (where not exists (
        select from clicks c where c.ip_key = e.ip_key and c.clicked_at >= ${tracedFrom}
          and c.clicked_at < e.clicked_at and ${hasAnyVerdict(db, "c")}
      )) as fresh
      from examined e where e.newest <= ${traced} and e.ip_key is not null group by e.place
    )
    select e.place, count(*)::int as examined,
      (count(e.device_key) - count(distinct split_part(e.device_key, '.', 1)))::int as returning,
      min(h.busiest)::int as busiest_hour, coalesce(min(a.clicks), 0)::int as homes,
      coalesce(min(s.traced), 0)::int as traced, coalesce(min(s.fresh), 0)::int as fresh
    from examined e join hours h using (place) left join homes a using (place) left join seen s using (place)
    group by e.place`;
}

export type LinkConcentration = Concentration & { place: number; kind: ConcentrationKind };

/** Reads the most frequent network, AS, device class and user agent of each link's newest paid clicks. */
export async function readConcentrations(
  db: Queryable,
  query: ReadFigures,
): Promise<LinkConcentration[]> {
  const network = (family: 4 | 6, bits: number) => db`
    case when family(e.ip_key) = ${family} and not e.is_shared then text(network(set_masklen(e.ip_key, ${bits}))) end`;
  return db<LinkConcentration[]>`
    /* suspectLinks.readConcentrations */
    with examined as materialized (${examinedClicks(db, query)}),
    sizes as (select place, count(*)::float8 as examined from examined group by place),
    counted as (
      select e.place, v.kind, v.value, count(*)::int as clicks
      from examined e cross join lateral (values
        ('net24', ${network(4, 24)}), ('net48', ${network(6, 48)}), ('asn', e.asn::text),
        ('deviceClass', e.device_class), ('agent', left(e.user_agent, 300))
      ) v (kind, value)
      where v.value is not null group by 1, 2, 3
    ),
    shares as (
      select c.*, c.clicks / s.examined as share,
        sum(c.clicks / s.examined) over (partition by c.kind, c.value) as everywhere
      from counted c join sizes s using (place)
    )
    select distinct on (place, kind) place, kind, value, clicks,
      (everywhere - share) / greatest(1, (select count(*) from sizes) - 1) as elsewhere
    from shares order by place, kind, clicks desc, value`;
}

/** `newest` is 1 for the newest click of a link. */
function examinedClicks(db: Queryable, { links, span, clicks, sharedAsns }: ReadFigures) {
  return db`
    select k.place::int - 1 as place, k.creator_id, c.*, coalesce(c.asn = any (${arrayLiteral(sharedAsns)}::int[]), false) as is_shared,
      row_number() over (partition by k.place order by c.clicked_at desc) as newest
    from unnest(
      ${arrayLiteral(links.map(({ campaignId }) => campaignId))}::uuid[],
      ${arrayLiteral(links.map(({ creatorId }) => creatorId))}::uuid[]
    ) with ordinality as k (campaign_id, creator_id, place)
    cross join lateral (
      select c.clicked_at, c.ip_key, c.asn, c.device_class, c.user_agent, c.device_key from clicks c
      where ${isOfLink(db, { campaignId: db`k.campaign_id`, creatorId: db`k.creator_id` }, span)}
        and c.verdict = 'valid'
      ${newestOfLink(db)} limit ${clicks}
    ) c`;
}

/** A condition: other people than the creator were signed in there lately, but only a few. */
function isHome(db: Queryable, kind: Fragment, key: Fragment) {
  return db`(
    select count(*) between 1 and ${MAX_PEOPLE_AT_HOME} from (
      select from presences p where p.kind = ${kind} and p.key = ${key} and p.user_id <> e.creator_id
      limit ${MAX_PEOPLE_AT_HOME + 1}
    ) people
  )`;
}

/**
 * Matches the clicks `c` of a link in a span. Together with `newestOfLink`, Postgres can only use the index
 * on links. Otherwise, for a link with most of a day's clicks, it would read the whole campaign.
 */
export function isOfLink(
  db: Queryable,
  { campaignId, creatorId }: { campaignId: Fragment; creatorId: Fragment },
  { from, to }: Span,
) {
  return db`
    (c.campaign_id, c.creator_id, c.clicked_at) >= (${campaignId}, ${creatorId}, ${from})
    and (c.campaign_id, c.creator_id, c.clicked_at) < (${campaignId}, ${creatorId}, ${to})
    and c.clicked_at >= ${from} and c.clicked_at < ${to}`;
}

export function newestOfLink(db: Queryable) {
  return db`order by c.campaign_id desc, c.creator_id desc, c.clicked_at desc`;
}

export type TopAddress = { address: string; clicks: number; ofClicks: number; isPrivate: boolean };

const MAX_CLICKS = 10_000;

/** Returns the address with the most clicks of the last hour, of at most 10,000 clicks; null without any. */
export async function findTopAddress(db: Queryable): Promise<TopAddress | null> {
  const [row] = await db<TopAddress[]>`
    /* topAddress.find */
    select abbrev(ip_key) as address, count(*)::int as clicks,
      (sum(count(*)) over ())::int as of_clicks,
      ip_key <<= '10.0.0.0/8' or ip_key <<= '172.16.0.0/12' or ip_key <<= '192.168.0.0/16'
        or ip_key <<= '127.0.0.0/8' or ip_key <<= 'fc00::/7' or ip_key <<= '::/64' as is_private
    from (
      select ip_key from clicks
      where clicked_at > now() - interval '1 hour' and ip_key is not null limit ${MAX_CLICKS}
    ) latest
    group by ip_key order by count(*) desc, ip_key limit 1`;
  return row ?? null;
}
