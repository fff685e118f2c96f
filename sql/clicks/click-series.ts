import { JOINED } from "@fairclick/core/conversions/report";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import type { Queryable } from "../db/client";
import type { ClickCountsRow } from "./click-counts";
import { ALL_LINKS } from "./stats/update-counters";

/** A campaign's clicks, or those of one creator's link. */
export type ClickScope = { campaignId: CampaignId; creatorId: UserId | null };

export type SeriesRow = Omit<ClickCountsRow, "paidMicros"> & {
  /** What valid clicks cost the campaign with their fees, or paid the creator of the link. */
  spentMicros: bigint;
  /** When the step begins. */
  at: Date;
  impressions: bigint;
  /** Conversions of clicks made in this step. */
  conversions: bigint;
};

type Steps = ClickScope & { steps: readonly Date[] };

/**
 * Returns clicks, impressions and conversions of each step. A step begins at each moment but the
 * last, which only ends the last step. Each step is queried by itself: grouping 13 months of
 * quarter hours into days is slower. The three counters are queried separately: each has one row
 * per quarter.
 */
export async function listSeries(db: Queryable, input: Steps): Promise<SeriesRow[]> {
  const [clicks, impressions, conversions] = await Promise.all([
    listClicks(db, input),
    listImpressions(db, input),
    listConversions(db, input),
  ]);
  return clicks.map((row, place) => ({
    ...row,
    impressions: impressions[place]?.impressions ?? 0n,
    conversions: conversions[place]?.conversions ?? 0n,
  }));
}

function listClicks(db: Queryable, input: Steps) {
  const { campaignId, creatorId } = input;
  return db<Omit<SeriesRow, "impressions" | "conversions">[]>`
    /* clickSeries.listClicks */
    select step.begins_at as at, coalesce(p.pending, 0) as pending, k.*
    from ${eachStep(db, input)}
    cross join lateral (
      select coalesce(sum(valid), 0)::bigint as valid, coalesce(sum(invalid), 0)::bigint as invalid,
        coalesce(sum(held), 0)::bigint as held, coalesce(sum(unpaid), 0)::bigint as unpaid,
        (coalesce(sum(paid_micros), 0) + coalesce(sum(valid), 0) * ${selectFee(db, input)})::bigint as "spentMicros"
      from click_quarters where ${inStep(db, input)}
    ) k
    left join (
      select width_bucket(clicked_at, ${moments(input)}::timestamptz[]) as number, count(*) as pending
      from pending_clicks
      where campaign_id = ${campaignId} and (${creatorId}::uuid is null or creator_id = ${creatorId})
      group by 1
    ) p using (number)
    order by number`;
}

/** The fee per valid click if the scope is a whole campaign: creators are paid the price alone. */
export function selectFee(db: Queryable, { campaignId, creatorId }: ClickScope) {
  return creatorId === null
    ? db`(select fee_micros from campaigns where id = ${campaignId})`
    : db`0`;
}

function listImpressions(db: Queryable, input: Steps) {
  return db<{ impressions: bigint }[]>`
    /* clickSeries.listImpressions */
    select (
      select coalesce(sum(impressions), 0)::bigint from impression_quarters where ${inStep(db, input)}
    ) as impressions
    from ${eachStep(db, input)} order by number`;
}

function listConversions(db: Queryable, input: Steps) {
  return db<{ conversions: bigint }[]>`
    /* clickSeries.listConversions */
    select (
      select coalesce(sum(conversions), 0)::bigint from conversion_quarters
      where ${inStep(db, input)} and event = coalesce(
        (select name from conversion_events where campaign_id = ${input.campaignId} and is_conversion), ${JOINED})
    ) as conversions
    from ${eachStep(db, input)} order by number`;
}

const moments = ({ steps }: Steps) => steps.map((at) => at.toISOString());

function eachStep(db: Queryable, input: Steps) {
  const all = moments(input);
  return db`unnest(${all.slice(0, -1)}::timestamptz[], ${all.slice(1)}::timestamptz[])
    with ordinality as step (begins_at, ends_at, number)`;
}

function inStep(db: Queryable, { campaignId, creatorId }: Steps) {
  return db`campaign_id = ${campaignId} and creator_id = ${creatorId ?? ALL_LINKS}
    and starts_at >= step.begins_at and starts_at < step.ends_at`;
}
