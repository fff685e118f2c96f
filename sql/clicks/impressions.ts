import type { Queryable } from "../db/client";
import { ALL_LINKS } from "./stats/update-counters";

/** Impressions of a link in the quarter hour that begins at `startsAt`. */
export type Impressions = {
  campaignId: string;
  creatorId: string;
  startsAt: Date;
  impressions: number;
};

/** Adds to the counters in the order of their keys, so that two processes never deadlock. */
export async function insertImpressions(db: Queryable, counts: Impressions[]): Promise<void> {
  await db`
    /* impressions.insert */
    insert into impression_quarters as total (campaign_id, creator_id, starts_at, impressions)
    select campaign_id, coalesce(creator_id, ${ALL_LINKS}::uuid), starts_at, sum(impressions)
    from unnest(
      ${counts.map(({ campaignId }) => campaignId)}::uuid[],
      ${counts.map(({ creatorId }) => creatorId)}::uuid[],
      ${counts.map(({ startsAt }) => startsAt.toISOString())}::timestamptz[],
      ${counts.map(({ impressions }) => impressions)}::int[]
    ) as counted (campaign_id, creator_id, starts_at, impressions)
    group by grouping sets ((campaign_id, creator_id, starts_at), (campaign_id, starts_at))
    order by 1, 2, 3
    on conflict (campaign_id, creator_id, starts_at) do update
    set impressions = total.impressions + excluded.impressions`;
}
