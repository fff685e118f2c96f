import {
  ENOUGH_LINK_CLICKS,
  type LinkFacts,
  type LinkSpan,
  MAX_LINK_CLICKS,
  NETWORK_CLICKS,
} from "@fairclick/core/clicks/link-findings";
import { JOINED } from "@fairclick/core/conversions/report";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import type { Queryable } from "../db/client";
import { requireRow } from "../db/require-row";
import { ALL_LINKS } from "./stats/update-counters";

type LinkId = { campaignId: CampaignId; creatorId: UserId };

export type LinkToJudge = LinkId & {
  /** When the last finding about it was closed; null if there was none. */
  decidedAt: Date | null;
};

type Wanted = { from: Date; limit: number } & (
  | { after: LinkId | null; creatorId?: undefined }
  | { creatorId: UserId; after?: undefined }
);

/**
 * Lists links with enough paid clicks since `from` and without an open finding: those after a link,
 * sorted by campaign and creator, or those of one creator.
 */
export async function listLinksToJudge(
  db: Queryable,
  { from, limit, after, creatorId }: Wanted,
): Promise<LinkToJudge[]> {
  const scope = creatorId
    ? db`k.creator_id = ${creatorId}`
    : after
      ? db`(k.campaign_id, k.creator_id) > (${after.campaignId}, ${after.creatorId})`
      : db`true`;
  return db<LinkToJudge[]>`
    /* linkFacts.listToJudge */
    select k.campaign_id as "campaignId", k.creator_id as "creatorId",
      (select max(f.closed_at) from link_findings f
       where f.campaign_id = k.campaign_id and f.creator_id = k.creator_id) as "decidedAt"
    from link_outcomes k
    cross join lateral (
      select sum(q.valid) as valid from click_quarters q
      where q.campaign_id = k.campaign_id and q.creator_id = k.creator_id and q.starts_at >= ${from}
    ) recent
    where ${scope} and k.valid > ${ENOUGH_LINK_CLICKS} and recent.valid > ${ENOUGH_LINK_CLICKS}
      and not exists (
        select from link_findings f
        where f.state = 'open' and f.campaign_id = k.campaign_id and f.creator_id = k.creator_id
      )
    order by k.campaign_id, k.creator_id limit ${limit}`;
}

/**
 * Reads what a link is judged by. Conversions are compared by quarter-hour counters; addresses and
 * networks are those of the newest paid clicks. Networks also count clicks that may still convert.
 * `limit 1` makes Postgres look conversions up click by click, however old its statistics are.
 */
export async function readLinkFacts(
  db: Queryable,
  link: LinkId,
  span: LinkSpan,
): Promise<LinkFacts> {
  const [rates, visitors] = await Promise.all([
    readRates(db, link, span),
    readVisitors(db, link, span),
  ]);
  return { ...rates, ...visitors };
}

type Rates = {
  clicks: number;
  joined: number;
  allClicks: number;
  allJoined: number;
  links: number;
};

async function readRates(
  db: Queryable,
  { campaignId, creatorId }: LinkId,
  { from, to }: LinkSpan,
): Promise<Pick<LinkFacts, "link" | "others">> {
  const clicks = (of: string) => db`
    (select coalesce(sum(valid), 0)::float8 from click_quarters
     where campaign_id = ${campaignId} and creator_id = ${of} and starts_at >= ${from} and starts_at < ${to})`;
  const joined = (of: string) => db`
    (select coalesce(sum(conversions), 0)::float8 from conversion_quarters
     where campaign_id = ${campaignId} and creator_id = ${of} and event = ${JOINED}
       and starts_at >= ${from} and starts_at < ${to})`;
  const [row] = await db<Rates[]>`
    /* linkFacts.readRates */
    select ${clicks(creatorId)} as clicks, ${joined(creatorId)} as joined,
      ${clicks(ALL_LINKS)} as "allClicks", ${joined(ALL_LINKS)} as "allJoined",
      (select coalesce(sum(valid)::float8 ^ 2 / nullif(sum(valid::float8 ^ 2), 0), 0) from link_outcomes
       where campaign_id = ${campaignId} and creator_id <> ${creatorId}) as links`;
  const { clicks: own, joined: ownJoined, allClicks, allJoined, links } = requireRow(row, "rates");
  return {
    link: { clicks: own, conversions: ownJoined },
    others: { clicks: allClicks - own, conversions: allJoined - ownJoined, links },
  };
}

type Visitors = {
  ipv4: number;
  ipv4Joined: number;
  ipv6: number;
  ipv6Joined: number;
  known: number;
  networks: number;
};

async function readVisitors(
  db: Queryable,
  { campaignId, creatorId }: LinkId,
  { from, to }: LinkSpan,
): Promise<Pick<LinkFacts, "ipv4" | "ipv6" | "known">> {
  const [row] = await db<Visitors[]>`
    /* linkFacts.readVisitors */
    with newest as materialized (
      select id, clicked_at, family(ip_key) as family, asn from clicks
      where campaign_id = ${campaignId} and creator_id = ${creatorId} and clicked_at >= ${from}
        and verdict = 'valid'
      order by clicked_at desc limit ${MAX_LINK_CLICKS}
    ),
    convertible as (
      select n.family, c.click_id is not null as joined
      from newest n
      left join lateral (
        select click_id from conversions where click_id = n.id and event = ${JOINED} limit 1
      ) c on true
      where n.clicked_at < ${to}
    )
    select count(*) filter (where family = 4)::float8 as ipv4,
      count(*) filter (where family = 4 and joined)::float8 as "ipv4Joined",
      count(*) filter (where family = 6)::float8 as ipv6,
      count(*) filter (where family = 6 and joined)::float8 as "ipv6Joined",
      known.clicks as known, known.networks
    from (
      select count(*)::float8 as clicks, count(distinct asn)::float8 as networks from (
        select asn from newest where asn is not null order by clicked_at desc limit ${NETWORK_CLICKS}
      ) latest
    ) known
    left join convertible on true
    group by known.clicks, known.networks`;
  const { ipv4, ipv4Joined, ipv6, ipv6Joined, known, networks } = requireRow(row, "visitors");
  return {
    ipv4: { clicks: ipv4, conversions: ipv4Joined },
    ipv6: { clicks: ipv6, conversions: ipv6Joined },
    known: { clicks: known, networks },
  };
}
