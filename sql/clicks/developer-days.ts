import type { CampaignId, UserId } from "@fairclick/core/ids";
import type { Queryable } from "../db/client";
import { ALL_LINKS } from "./stats/update-counters";

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
    select q.campaign_id as "campaignId", q.day, sum(q.valid)::bigint as valid
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
