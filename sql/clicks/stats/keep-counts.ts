import type { Queryable } from "../../db/client";

/** Stands for all links of a campaign together. */
export const ALL_LINKS = "00000000-0000-0000-0000-000000000000";

/** What clicks are told apart by. A valid click has no reason, and is not counted by one. */
export const dimensions = ["country", "device", "browser", "referrer", "reason"] as const;
export type Dimension = (typeof dimensions)[number];

/** The words under which a click `c` is counted, as `(dimension, value)`. */
export function dimensionsOf(db: Queryable) {
  return db`(values
    ('country', coalesce(c.country, 'unknown')), ('device', coalesce(c.device_class, 'unknown')),
    ('browser', coalesce(c.browser, 'unknown')), ('referrer', coalesce(c.referrer_host, 'direct')),
    ('reason', c.reason)
  ) as told (dimension, value)`;
}

/** Clicks by verdict and what they were paid, of rows with `verdict`, `clicks` and `micros`. */
export function sumsByVerdict(db: Queryable) {
  return db`coalesce(sum(clicks) filter (where verdict = 'valid'), 0)::bigint as valid,
    coalesce(sum(clicks) filter (where verdict = 'invalid'), 0)::bigint as invalid,
    coalesce(sum(clicks) filter (where verdict = 'held'), 0)::bigint as held,
    coalesce(sum(clicks) filter (where verdict = 'unpaid'), 0)::bigint as unpaid,
    coalesce(sum(micros), 0)::bigint as paid_micros`;
}

/** Adds such sums to the row `kept` that has them already. */
export function addedSums(db: Queryable) {
  return db`valid = kept.valid + excluded.valid, invalid = kept.invalid + excluded.invalid,
    held = kept.held + excluded.held, unpaid = kept.unpaid + excluded.unpaid,
    paid_micros = kept.paid_micros + excluded.paid_micros`;
}

/**
 * Parts of a statement that add rows of `counted` to the counters: one a click or a change, with
 * `campaign_id`, `creator_id`, `clicked_at`, `verdict`, `reason`, what it is told apart by, so many
 * `clicks` (-1 takes one off) and `micros`. Whoever runs it holds the escrows of the campaigns, so
 * that two never meet.
 */
export function keepCounts(db: Queryable) {
  return db`
    alike as materialized (
      select campaign_id, creator_id, date_bin('15 minutes', clicked_at, '2000-01-01Z') as starts_at,
        country, device_class, browser, referrer_host, verdict, reason,
        sum(clicks) as clicks, sum(micros) as micros
      from counted group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    ),
    kept_quarters as (
      insert into click_quarters as kept
      select campaign_id, coalesce(creator_id, ${ALL_LINKS}::uuid), starts_at, ${sumsByVerdict(db)}
      from alike group by grouping sets ((campaign_id, creator_id, starts_at), (campaign_id, starts_at))
      on conflict (campaign_id, creator_id, starts_at) do update set ${addedSums(db)}
    ),
    kept_days as (
      insert into click_days as kept
      select campaign_id, coalesce(creator_id, ${ALL_LINKS}::uuid), dimension, day, value, ${sumsByVerdict(db)}
      from (
        select c.*, told.*, (starts_at at time zone 'UTC')::date as day
        from alike c cross join lateral ${dimensionsOf(db)}
        where told.value is not null
      ) c
      group by grouping sets ((campaign_id, creator_id, dimension, day, value), (campaign_id, dimension, day, value))
      on conflict (campaign_id, creator_id, dimension, day, value) do update set ${addedSums(db)}
    )`;
}
