import { JOINED } from "@fairclick/core/conversions/events";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import type { ClickCountsRow } from "./click-counts";
import type { Queryable } from "./client";
import { ALL_LINKS } from "./stats/keep-counts";

/** A campaign's clicks, or those of one creator's link. */
export type ClickScope = { campaignId: CampaignId; creatorId: UserId | null };

export type SeriesRow = ClickCountsRow & {
  /** When the step begins. */
  at: Date;
  impressions: bigint;
  /** Of the event that is the conversion, for clicks of this step. */
  conversions: bigint;
};

/**
 * Every step that begins at one of these moments, the last of which only ends them, with its clicks,
 * impressions and conversions. Each step is read by itself: to sort 13 months of quarters of an hour
 * into days takes longer.
 */
export async function listSeries(
  db: Queryable,
  { campaignId, creatorId, steps }: ClickScope & { steps: readonly Date[] },
): Promise<SeriesRow[]> {
  const moments = steps.map((at) => at.toISOString());
  const inStep = db`campaign_id = ${campaignId} and creator_id = ${creatorId ?? ALL_LINKS}
    and starts_at >= step.begins_at and starts_at < step.ends_at`;
  return db<SeriesRow[]>`
    /* clickSeries.listSeries */
    select step.begins_at as at, coalesce(p.pending, 0) as pending, k.*, i.*, n.*
    from unnest(${moments.slice(0, -1)}::timestamptz[], ${moments.slice(1)}::timestamptz[])
      with ordinality as step (begins_at, ends_at, number)
    cross join lateral (
      select coalesce(sum(valid), 0)::bigint as valid, coalesce(sum(invalid), 0)::bigint as invalid,
        coalesce(sum(held), 0)::bigint as held, coalesce(sum(unpaid), 0)::bigint as unpaid,
        coalesce(sum(paid_micros), 0)::bigint as "paidMicros"
      from click_quarters where ${inStep}
    ) k
    cross join lateral (
      select coalesce(sum(impressions), 0)::bigint as impressions from impression_quarters where ${inStep}
    ) i
    cross join lateral (
      select coalesce(sum(conversions), 0)::bigint as conversions from conversion_quarters
      where ${inStep} and event = coalesce(
        (select name from conversion_events where campaign_id = ${campaignId} and is_conversion), ${JOINED})
    ) n
    left join (
      select width_bucket(clicked_at, ${moments}::timestamptz[]) as number, count(*) as pending
      from pending_clicks
      where campaign_id = ${campaignId} and (${creatorId}::uuid is null or creator_id = ${creatorId})
      group by 1
    ) p using (number)
    order by number`;
}
