import type { Queryable } from "../db/client";
import type { ClickCountsRow } from "./click-counts";
import { type ClickScope, selectFee } from "./click-series";
import { ALL_LINKS, type Dimension, dimensionValues, sumsByVerdict } from "./stats/update-counters";

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
      (sum(paid_micros) + sum(valid) * ${selectFee(db, input)})::bigint as "spentMicros"
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
