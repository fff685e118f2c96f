import { JOINED } from "@fairclick/core/conversions/report";
import { ALL_LINKS, type CampaignId, type UserId } from "@fairclick/core/ids";
import type { ClickCountsRow } from "../campaigns/click-counts";
import type { Queryable } from "../db/client";
import { type Dimension, dimensionValues, sumsByVerdict } from "./counters";

export type Breakdown = ClickScope & {
  dimension: Dimension;
  from: Date;
  to: Date;
  now: Date;
  limit: number;
};

/** `value` is null in the row that sums all values beyond the most frequent. */
export type BreakdownRow = Omit<ClickCountsRow, "pending" | "paidMicros"> & {
  value: string | null;
  /** As in a series. */
  spentMicros: bigint;
};

const DAY_MS = 86_400_000;

/**
 * Returns judged clicks of a span of time by the values of a dimension, the most frequent first.
 * Whole UTC days are read from their counters, the rest at both ends from the clicks. Today counts
 * as a whole day if the span reaches the present: no click after now has been judged.
 */
export async function listBreakdown(db: Queryable, input: Breakdown): Promise<BreakdownRow[]> {
  const { campaignId, creatorId, dimension, from, limit, now } = input;
  const to = input.to < now ? input.to : endOfDay(now);
  const first = new Date(Math.min(endOfDay(from).getTime(), to.getTime()));
  const last = new Date(Math.max(startOfDay(to).getTime(), first.getTime()));
  const clicksBetween = (since: Date, before: Date) => db`
    select dimensions.value, c.verdict, 1 as clicks, c.paid_micros as micros, 0 as held_micros
    from clicks c cross join lateral ${dimensionValues(db)}
    where c.campaign_id = ${campaignId} and (${creatorId}::uuid is null or c.creator_id = ${creatorId})
      and c.clicked_at >= ${since} and c.clicked_at < ${before}
      and dimensions.dimension = ${dimension} and dimensions.value is not null`;
  return db<BreakdownRow[]>`
    /* clickBreakdown.list */
    with counted as (
      select value, ${sumsByVerdict(db)}
      from (${clicksBetween(from, first)} union all ${clicksBetween(last, to)}) c group by value
      union all
      select value, valid, invalid, held, unpaid, paid_micros, held_micros from click_days
      where campaign_id = ${campaignId} and creator_id = ${creatorId ?? ALL_LINKS} and dimension = ${dimension}
        and day >= (${first}::timestamptz at time zone 'UTC')::date
        and day < (${last}::timestamptz at time zone 'UTC')::date
    ),
    summed as (
      select value, sum(valid) as valid, sum(invalid) as invalid, sum(held) as held, sum(unpaid) as unpaid,
        sum(paid_micros) as paid_micros,
        row_number() over (order by sum(valid + invalid + held + unpaid) desc, value) as place
      from counted group by value having sum(valid + invalid + held + unpaid) > 0
    )
    select case when place <= ${limit} then value end as value, sum(valid)::bigint as valid,
      sum(invalid)::bigint as invalid, sum(held)::bigint as held, sum(unpaid)::bigint as unpaid,
      (sum(paid_micros) + sum(valid) * ${selectFee(db, input)})::bigint as spent_micros
    from summed group by 1 order by min(place)`;
}

/** Returns the start of the UTC day of `at`. */
function startOfDay(at: Date): Date {
  return new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
}

/** Returns the end of the UTC day of `at`; `at` itself if it is midnight. */
function endOfDay(at: Date): Date {
  return new Date(Math.ceil(at.getTime() / DAY_MS) * DAY_MS);
}

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
        (coalesce(sum(paid_micros), 0) + coalesce(sum(valid), 0) * ${selectFee(db, input)})::bigint as spent_micros
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
function selectFee(db: Queryable, { campaignId, creatorId }: ClickScope) {
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
        (select conversion_event from campaigns where id = ${input.campaignId}), ${JOINED})
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

export type DeveloperDayRow = {
  campaignId: CampaignId;
  /** Position of the day, from 1. */
  day: number;
  valid: bigint;
};

type Days = {
  developerId: UserId;
  /** The start of each day, oldest first, and the end of the last. */
  steps: readonly Date[];
};

/** Lists the valid clicks per day of each of a developer's campaigns; days without any are left out. */
export async function listDeveloperDays(
  db: Queryable,
  { developerId, steps }: Days,
): Promise<DeveloperDayRow[]> {
  const moments = steps.map((at) => at.toISOString());
  return db<DeveloperDayRow[]>`
    /* developerDays.listDeveloperDays */
    select q.campaign_id, q.day, sum(q.valid)::bigint as valid
    from campaigns c
    cross join lateral (
      select campaign_id, valid, width_bucket(starts_at, ${moments}::timestamptz[]) as day
      from click_quarters
      where campaign_id = c.id and creator_id = ${ALL_LINKS}
        and starts_at >= ${moments.at(0) ?? null} and starts_at < ${moments.at(-1) ?? null}
    ) q
    where c.developer_id = ${developerId}
    group by q.campaign_id, q.day
    having sum(q.valid) > 0
    order by q.campaign_id, q.day`;
}
