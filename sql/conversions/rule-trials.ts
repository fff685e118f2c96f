import type { RuleTrial } from "@fairclick/core/clicks/rule-trials";
import { ALL_LINKS } from "../clicks/stats/update-counters";
import type { Queryable, Tx } from "../db/client";

/** UTC days, both included: `2026-01-31`. */
export type DaySpan = { fromDay: string; toDay: string };
export type MeasuredTrial = RuleTrial & { signal: string };

/**
 * Measures every rule on campaigns with games that report players and are not far below their genre.
 * Clicks count under the rule that refused them first, also if they were approved later. Reads only
 * daily sums.
 */
export async function measureTrials(tx: Tx, { fromDay, toDay }: DaySpan): Promise<MeasuredTrial[]> {
  const days = tx`between ${fromDay}::date and ${toDay}::date`;
  const rows = await tx<TrialRow[]>`
    /* ruleTrials.measure */
    with reporting as materialized (
      select r.campaign_id, c.developer_id
      from campaign_join_rates r join campaigns c on c.id = r.campaign_id
      where r.joined > 0 and not r.is_far_below
    ),
    cleared as materialized (
      select d.campaign_id, d.creator_id, d.reason as signal, sum(d.clicks) as clicks
      from reporting r join cleared_clicks d on d.campaign_id = r.campaign_id and d.day ${days}
      group by 1, 2, 3
    ),
    refused as materialized (
      select campaign_id, creator_id, signal, sum(clicks) as clicks
      from (
        select d.campaign_id, d.creator_id, d.value as signal, d.invalid + d.held as clicks
        from reporting r join click_days d on d.campaign_id = r.campaign_id
          and d.creator_id <> ${ALL_LINKS} and d.dimension = 'reason' and d.day ${days}
        union all select * from cleared
      ) each_day
      group by 1, 2, 3 having sum(clicks) > 0
    ),
    accepted as materialized (
      select campaign_id, creator_id, greatest(sum(clicks), 0) as clicks
      from (
        select d.campaign_id, d.creator_id, d.valid as clicks
        from reporting r join click_days d on d.campaign_id = r.campaign_id
          and d.creator_id <> ${ALL_LINKS} and d.dimension = 'device' and d.day ${days}
        union all select campaign_id, creator_id, -clicks from cleared
      ) each_day
      group by 1, 2
    ),
    came as materialized (
      select p.campaign_id, p.creator_id, p.judged_as, sum(p.joined) as joined, sum(p.returned) as returned
      from reporting r join player_days p on p.campaign_id = r.campaign_id and p.day ${days}
      group by 1, 2, 3
    ),
    by_developer as (
      select k.signal, r.developer_id, sum(k.clicks) as clicks,
        coalesce(sum(p.joined), 0) as joined, coalesce(sum(p.returned), 0) as returned,
        coalesce(sum(a.clicks), 0) as accepted_clicks, coalesce(sum(q.joined), 0) as accepted_joined,
        coalesce(sum(q.returned), 0) as accepted_returned
      from refused k
      join reporting r on r.campaign_id = k.campaign_id
      left join came p on p.campaign_id = k.campaign_id and p.creator_id = k.creator_id and p.judged_as = k.signal
      left join accepted a on a.campaign_id = k.campaign_id and a.creator_id = k.creator_id
      left join came q on q.campaign_id = k.campaign_id and q.creator_id = k.creator_id and q.judged_as = ''
      group by 1, 2
    ),
    placed as (
      select *, row_number() over (partition by signal order by returned desc, developer_id) as place
      from by_developer
    )
    select signal, sum(clicks)::float8 as clicks, sum(joined)::float8 as joined,
      sum(returned)::float8 as returned, sum(accepted_clicks)::float8 as "acceptedClicks",
      sum(accepted_joined)::float8 as "acceptedJoined",
      sum(accepted_returned)::float8 as "acceptedReturned", count(*)::int as developers,
      coalesce(sum(clicks) filter (where place > 1), 0)::float8 as "othersClicks",
      coalesce(sum(returned) filter (where place > 1), 0)::float8 as "othersReturned"
    from placed group by signal order by signal limit 1000`;
  return rows.map(toTrial);
}

type TrialRow = {
  signal: string;
  clicks: number;
  joined: number;
  returned: number;
  acceptedClicks: number;
  acceptedJoined: number;
  acceptedReturned: number;
  developers: number;
  othersClicks: number;
  othersReturned: number;
};

function toTrial(row: TrialRow): MeasuredTrial {
  return {
    signal: row.signal,
    clicks: row.clicks,
    joined: row.joined,
    returned: row.returned,
    accepted: {
      clicks: row.acceptedClicks,
      joined: row.acceptedJoined,
      returned: row.acceptedReturned,
    },
    developers: row.developers,
    others: { clicks: row.othersClicks, returned: row.othersReturned },
  };
}

/** Replaces the published figures. */
export async function replaceTrials(
  tx: Tx,
  { trials, fromDay, toDay, at }: DaySpan & { trials: MeasuredTrial[]; at: Date },
): Promise<void> {
  await tx`/* ruleTrials.clear */ delete from rule_trials`;
  const column = (pick: (trial: MeasuredTrial) => number) => trials.map(pick);
  await tx`
    /* ruleTrials.insert */
    insert into rule_trials (signal, clicks, joined, returned, accepted_clicks, accepted_joined,
      accepted_returned, developers, others_clicks, others_returned, from_day, to_day, measured_at)
    select trial.*, ${fromDay}::date, ${toDay}::date, ${at}::timestamptz
    from unnest(
      ${trials.map(({ signal }) => signal)}::text[],
      ${column(({ clicks }) => clicks)}::bigint[],
      ${column(({ joined }) => joined)}::bigint[],
      ${column(({ returned }) => returned)}::bigint[],
      ${column(({ accepted }) => accepted.clicks)}::bigint[],
      ${column(({ accepted }) => accepted.joined)}::bigint[],
      ${column(({ accepted }) => accepted.returned)}::bigint[],
      ${column(({ developers }) => developers)}::int[],
      ${column(({ others }) => others.clicks)}::bigint[],
      ${column(({ others }) => others.returned)}::bigint[]
    ) as trial`;
}

/** Lists the figures that were measured last, at most one row per rule. */
export async function listMeasuredTrials(db: Queryable): Promise<(MeasuredTrial & DaySpan)[]> {
  const rows = await db<(TrialRow & DaySpan)[]>`
    /* ruleTrials.list */
    select signal, clicks::float8 as clicks, joined::float8 as joined, returned::float8 as returned,
      accepted_clicks::float8 as "acceptedClicks", accepted_joined::float8 as "acceptedJoined",
      accepted_returned::float8 as "acceptedReturned", developers,
      others_clicks::float8 as "othersClicks", others_returned::float8 as "othersReturned",
      from_day::text as "fromDay", to_day::text as "toDay"
    from rule_trials order by signal limit 1000`;
  return rows.map((row) => ({ ...toTrial(row), fromDay: row.fromDay, toDay: row.toDay }));
}
