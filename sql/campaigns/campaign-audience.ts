import type { Queryable } from "../db/client";

/** Counts funded campaigns that have not ended and pay for clicks from certain countries only. */
export async function countCountryCampaigns(db: Queryable, at: Date): Promise<number> {
  const [row] = await db<{ campaigns: number }[]>`
    /* campaignAudience.countCountryCampaigns */
    select count(*)::int as campaigns from campaigns
    where audience_countries is not null and funded_at is not null and ends_at > ${at}`;
  return row?.campaigns ?? 0;
}
