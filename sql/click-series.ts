import type { CampaignId, UserId } from "@fairclick/core/ids";
import type { ClickCountsRow } from "./click-counts";
import type { Queryable } from "./client";

/** A campaign's clicks, or those of one creator's link. */
export type ClickScope = { campaignId: CampaignId; creatorId: UserId | null };

/** `step` counts from 0. */
export type SeriesRow = ClickCountsRow & { step: number };

/** Of the steps that begin at these moments, the last of which only ends them: those in which there were clicks. */
export async function listSeries(
  db: Queryable,
  { campaignId, creatorId, steps }: ClickScope & { steps: readonly Date[] },
): Promise<SeriesRow[]> {
  const moments = steps.map((at) => at.toISOString());
  const [from = "", to = from] = [moments[0], moments.at(-1)];
  const ofScope = db`campaign_id = ${campaignId} and (${creatorId}::uuid is null or creator_id = ${creatorId})`;
  return db<SeriesRow[]>`
    /* clickSeries.listSeries */
    select width_bucket(at, ${moments}::timestamptz[]) - 1 as step,
      coalesce(sum(clicks) filter (where verdict = 'pending'), 0)::bigint as pending,
      coalesce(sum(clicks) filter (where verdict = 'valid'), 0)::bigint as valid,
      coalesce(sum(clicks) filter (where verdict = 'invalid'), 0)::bigint as invalid,
      coalesce(sum(clicks) filter (where verdict = 'held'), 0)::bigint as held,
      coalesce(sum(clicks) filter (where verdict = 'unpaid'), 0)::bigint as unpaid,
      sum(paid_micros)::bigint as "paidMicros"
    from (
      select hour as at, verdict, clicks, paid_micros from click_rollups
      where ${ofScope} and hour >= ${from} and hour < ${to}
      union all
      select clicked_at, 'pending', 1, 0 from pending_clicks
      where ${ofScope} and clicked_at >= ${from} and clicked_at < ${to}
    ) counted
    group by 1 order by 1`;
}
