import type { Queryable } from "../db/client";
import { ALL_LINKS } from "./stats/update-counters";

export type Spike = {
  campaignId: string;
  campaign: string;
  /** Null: the campaign as a whole. */
  creatorId: string | null;
  /** Of the link; null with `creatorId`. */
  code: string | null;
  /** Judged clicks of the last hour. */
  clicks: number;
  /** Clicks per hour in the week before. */
  usual: number;
};

type Limits = {
  at: Date;
  /** Fewer clicks in an hour are no spike. */
  minClicks: number;
  /** How many times the usual number is a spike. */
  factor: number;
  limit: number;
};

/** Only this many campaigns and links are looked at, so that the query stays short. */
const MAX_CAMPAIGNS = 5_000;
const MAX_BUSY_CAMPAIGNS = 50;
const MAX_LINKS = 20_000;

/**
 * Lists campaigns and links with far more clicks than usual in the last hour, most clicks first. Reads
 * one counter per running campaign, and one per link of the busiest ones.
 */
export async function listSpikes(
  db: Queryable,
  { at, minClicks, factor, limit }: Limits,
): Promise<Spike[]> {
  const sumBetween = (from: string, to: string) => db`
    select coalesce(sum(q.valid + q.invalid + q.held + q.unpaid), 0)::float8 as clicks
    from click_quarters q
    where q.campaign_id = s.campaign_id and q.creator_id = s.creator_id
      and q.starts_at > ${at}::timestamptz - ${from}::interval
      and q.starts_at <= ${at}::timestamptz - ${to}::interval`;
  return db<Spike[]>`
    /* spikes.list */
    with running as (
      select c.id as campaign_id, c.name, ${ALL_LINKS}::uuid as creator_id from campaigns c
      where c.funded_at is not null and c.released_at is null
      order by c.ends_at desc limit ${MAX_CAMPAIGNS}
    ), busy as materialized (
      select s.*, hour.clicks from running s
      cross join lateral (${sumBetween("1 hour", "0 hours")}) hour
      where hour.clicks >= ${minClicks} order by hour.clicks desc limit ${MAX_BUSY_CAMPAIGNS}
    ), joined as materialized (
      select l.campaign_id, b.name, l.creator_id, l.code
      from busy b join links l on l.campaign_id = b.campaign_id limit ${MAX_LINKS}
    ), seen as (
      select campaign_id, name, creator_id, null as code, clicks from busy
      union all
      select s.campaign_id, s.name, s.creator_id, s.code, hour.clicks from joined s
      cross join lateral (${sumBetween("1 hour", "0 hours")}) hour
      where hour.clicks >= ${minClicks}
    )
    select s.campaign_id as "campaignId", s.name as campaign, s.code, s.clicks,
      case when s.code is not null then s.creator_id end as "creatorId",
      week.clicks / 168 as usual
    from seen s
    cross join lateral (${sumBetween("169 hours", "1 hour")}) week
    where s.clicks >= ${factor} * week.clicks / 168
    order by s.clicks desc, s.campaign_id, s.code limit ${limit}`;
}
