import type { CampaignId, UserId } from "@fairclick/core/ids";
import { ALL_LINKS } from "../clicks/stats/update-counters";
import type { Queryable } from "../db/client";

/** Figures of how a campaign pays. */
export type StandingRow = {
  campaignId: CampaignId;
  /** What the budget paid for the clicks of the last 24 hours, fees included. */
  daySpentMicros: bigint;
  /** Hours of the last 24 in which the campaign ran. */
  dayHours: number;
  /** Median seconds from click to verdict, over the day's last clicks; null without clicks. */
  verdictSeconds: number | null;
  developerSince: Date;
};

/** Number of clicks over which the time to a verdict is measured. */
const MEASURED_CLICKS = 50;

/** Returns the standings of campaigns, in any order. Reads a bounded number of rows for each. */
export async function listStandings(
  db: Queryable,
  { campaignIds, at }: { campaignIds: readonly CampaignId[]; at: Date },
): Promise<StandingRow[]> {
  return db<StandingRow[]>`
    /* campaignStandings.list */
    select c.id as "campaignId", day.spent + day.valid * c.fee_micros as "daySpentMicros",
      greatest(0, extract(epoch from ${at} - greatest(c.starts_at, c.funded_at, day.since)) / 3600)::float8
        as "dayHours",
      speed.seconds as "verdictSeconds", u.created_at as "developerSince"
    from campaigns c
    join users u on u.id = c.developer_id
    cross join lateral (
      select coalesce(sum(k.paid_micros), 0)::bigint as spent, coalesce(sum(k.valid), 0)::bigint as valid,
        ${at}::timestamptz - interval '1 day' as since
      from click_quarters k
      where k.campaign_id = c.id and k.creator_id = ${ALL_LINKS}
        and k.starts_at > ${at}::timestamptz - interval '1 day'
    ) day
    cross join lateral (
      select percentile_cont(0.5) within group (order by seconds)::float8 as seconds
      from (
        select extract(epoch from s.settled_at - k.clicked_at) as seconds
        from clicks k join settlements s on s.id = k.settlement_id
        where k.campaign_id = c.id and k.clicked_at > ${at}::timestamptz - interval '1 day'
        order by k.clicked_at desc limit ${MEASURED_CLICKS}
      ) last
    ) speed
    where c.id = any (${[...campaignIds]}::uuid[])`;
}

export type OwnHistoryRow = {
  dimension: "country" | "device";
  value: string;
  valid: bigint;
  invalid: bigint;
  /** Held and unpaid. */
  other: bigint;
};

/** Max links that a creator's history is read from, those joined last. */
const HISTORY_LINKS = 20;

/** Counts a creator's clicks from a UTC day on by country and by device, on the links joined last. */
export async function listOwnHistory(
  db: Queryable,
  { creatorId, since }: { creatorId: UserId; since: Date },
): Promise<OwnHistoryRow[]> {
  return db<OwnHistoryRow[]>`
    /* campaignStandings.listOwnHistory */
    select d.dimension, d.value, sum(d.valid)::bigint as valid, sum(d.invalid)::bigint as invalid,
      sum(d.held + d.unpaid)::bigint as other
    from (
      select campaign_id, creator_id from links where creator_id = ${creatorId}
      order by joined_at desc limit ${HISTORY_LINKS}
    ) l
    join click_days d on d.campaign_id = l.campaign_id and d.creator_id = l.creator_id
      and d.dimension in ('country', 'device')
      and d.day >= (${since}::timestamptz at time zone 'UTC')::date
    group by d.dimension, d.value order by d.dimension, d.value limit 1000`;
}
