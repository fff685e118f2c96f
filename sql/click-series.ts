import type { CampaignId, UserId } from "@fairclick/core/ids";
import type { ClickCountsRow } from "./click-counts";
import type { Queryable } from "./client";
import { ALL_LINKS } from "./stats/keep-counts";

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
  return db<SeriesRow[]>`
    /* clickSeries.listSeries */
    select width_bucket(at, ${moments}::timestamptz[]) - 1 as step,
      sum(pending)::bigint as pending, sum(valid)::bigint as valid, sum(invalid)::bigint as invalid,
      sum(held)::bigint as held, sum(unpaid)::bigint as unpaid, sum(paid_micros)::bigint as "paidMicros"
    from (
      select starts_at as at, 0 as pending, valid, invalid, held, unpaid, paid_micros from click_quarters
      where campaign_id = ${campaignId} and creator_id = ${creatorId ?? ALL_LINKS}
        and starts_at >= ${from} and starts_at < ${to}
      union all
      select clicked_at, 1, 0, 0, 0, 0, 0 from pending_clicks
      where campaign_id = ${campaignId} and (${creatorId}::uuid is null or creator_id = ${creatorId})
        and clicked_at >= ${from} and clicked_at < ${to}
    ) counted
    group by 1 order by 1`;
}
