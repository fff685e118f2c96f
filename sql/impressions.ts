import type { Queryable } from "./client";

export type Impressions = {
  campaignId: string;
  creatorId: string;
  hour: Date;
  impressions: number;
};

/** Adds to what is counted; in the order of the keys, so that two processes never wait in a circle. */
export async function insertImpressions(db: Queryable, counts: Impressions[]): Promise<void> {
  await db`
    /* impressions.insert */
    insert into impression_rollups as total (campaign_id, creator_id, hour, impressions)
    select * from unnest(
      ${counts.map(({ campaignId }) => campaignId)}::uuid[],
      ${counts.map(({ creatorId }) => creatorId)}::uuid[],
      ${counts.map(({ hour }) => hour.toISOString())}::timestamptz[],
      ${counts.map(({ impressions }) => impressions)}::int[]
    ) as counted (campaign_id, creator_id, hour, impressions)
    order by campaign_id, creator_id, hour
    on conflict (campaign_id, creator_id, hour) do update
    set impressions = total.impressions + excluded.impressions`;
}
