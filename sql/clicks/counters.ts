import { ALL_LINKS } from "@fairclick/core/ids";
import type { Fragment, Queryable } from "../db/client";

/**
 * By what clicks are counted per day. A click without a reason or a name is not counted in that
 * dimension.
 */
export type Dimension = "country" | "device" | "browser" | "referrer" | "reason" | "link_name";

/** A table of rows `(dimension, value)` of a click `c`. `link_name` is the name of the link that was clicked. */
export function dimensionValues(db: Queryable) {
  return db`(values
    ('country', coalesce(c.country, 'unknown')), ('device', coalesce(c.device_class, 'unknown')),
    ('browser', coalesce(c.browser, 'unknown')), ('referrer', coalesce(c.referrer_host, 'direct')),
    ('reason', c.reason), ('link_name', c.link_name)
  ) as dimensions (dimension, value)`;
}

/** What the counters sum: clicks by verdict, and the prices and fees of paid and of held clicks. */
export const countedSums = [
  "valid",
  "invalid",
  "held",
  "unpaid",
  "paid_micros",
  "held_micros",
  "fee_micros",
  "held_fee_micros",
] as const;

export function sumColumns(db: Queryable) {
  return db`${db(countedSums)}`;
}

export function addSums(db: Queryable) {
  return eachSum(db, (name) => db`coalesce(sum(${name}), 0)::bigint as ${name}`);
}

/** Sums rows with `verdict`, `clicks`, and their prices `micros` and fees `fee_micros`. */
export function sumsByVerdict(db: Queryable) {
  return db`coalesce(sum(clicks) filter (where verdict = 'valid'), 0)::bigint as valid,
    coalesce(sum(clicks) filter (where verdict = 'invalid'), 0)::bigint as invalid,
    coalesce(sum(clicks) filter (where verdict = 'held'), 0)::bigint as held,
    coalesce(sum(clicks) filter (where verdict = 'unpaid'), 0)::bigint as unpaid,
    coalesce(sum(micros) filter (where verdict = 'valid'), 0)::bigint as paid_micros,
    coalesce(sum(micros) filter (where verdict = 'held'), 0)::bigint as held_micros,
    coalesce(sum(fee_micros) filter (where verdict = 'valid'), 0)::bigint as fee_micros,
    coalesce(sum(fee_micros) filter (where verdict = 'held'), 0)::bigint as held_fee_micros`;
}

/** Adds the sums of `sumsByVerdict` to an existing counter row `kept`. */
export function addedSums(db: Queryable) {
  return eachSum(db, (name) => db`${name} = kept.${name} + excluded.${name}`);
}

function eachSum(db: Queryable, write: (name: ReturnType<Queryable>) => Fragment): Fragment {
  return countedSums
    .map((name) => write(db`${db(name)}`))
    .reduce((before, each) => db`${before}, ${each}`);
}

/** A condition that leaves names out of the sums of a whole campaign: they belong to single links. */
export function ofOneLink(db: Queryable) {
  return db`(dimension <> 'link_name' or grouping(creator_id) = 0)`;
}

/**
 * CTEs that add the rows of `counted` to the counters: one row per click or change, with `campaign_id`,
 * `creator_id`, `clicked_at`, `verdict`, `reason`, the dimensions, `clicks` (-1 subtracts one), and
 * `micros` and `fee_micros` (its price and fee, with the sign of `clicks`). The caller holds the locks of the campaigns'
 * escrows, so two transactions never update the same counters at once.
 */
export function updateCounters(db: Queryable) {
  return db`
    alike as materialized (
      select campaign_id, creator_id, date_bin('15 minutes', clicked_at, '2000-01-01Z') as starts_at,
        country, device_class, browser, referrer_host, link_name, verdict, reason,
        sum(clicks) as clicks, sum(micros) as micros, sum(fee_micros) as fee_micros
      from counted group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    ),
    kept_quarters as (
      insert into click_quarters as kept (campaign_id, creator_id, starts_at, ${sumColumns(db)})
      select campaign_id, coalesce(creator_id, ${ALL_LINKS}::uuid), starts_at, ${sumsByVerdict(db)}
      from alike group by grouping sets ((campaign_id, creator_id, starts_at), (campaign_id, starts_at))
      on conflict (campaign_id, creator_id, starts_at) do update set ${addedSums(db)}
    ),
    kept_days as (
      insert into click_days as kept (campaign_id, creator_id, dimension, day, value, ${sumColumns(db)})
      select campaign_id, coalesce(creator_id, ${ALL_LINKS}::uuid), dimension, day, value, ${sumsByVerdict(db)}
      from (
        select c.*, dimensions.*, (starts_at at time zone 'UTC')::date as day
        from alike c cross join lateral ${dimensionValues(db)}
        where dimensions.value is not null
      ) c
      group by grouping sets ((campaign_id, creator_id, dimension, day, value), (campaign_id, dimension, day, value))
      having ${ofOneLink(db)}
      on conflict (campaign_id, creator_id, dimension, day, value) do update set ${addedSums(db)}
    )`;
}
