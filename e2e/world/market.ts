import { clickFee } from "@fairclick/core/campaigns/prices";
import { addCampaign, addUser } from "@fairclick/services/testing/marketplace";
import type { Db, Sql } from "@fairclick/sql/db/client";

export type BenchLink = { campaignId: string; creatorId: string; path: string };

type Market = {
  campaigns: number;
  creators: number;
  budgetClicks: (campaign: number) => number;
  payoutMicros?: (campaign: number) => bigint;
  feeBasisPoints?: (campaign: number) => number;
};

/** Creates funded campaigns, each joined by every creator, and returns all links. */
export async function makeMarket(db: Db, owner: Sql, market: Market): Promise<BenchLink[]> {
  const creatorIds: string[] = [];
  for (let n = 0; n < market.creators; n += 1) creatorIds.push(await addUser(db));
  const campaignIds: string[] = [];
  for (let n = 0; n < market.campaigns; n += 1) {
    const payoutMicros = market.payoutMicros?.(n) ?? 1_500n;
    const feeBasisPoints = market.feeBasisPoints?.(n) ?? 0;
    const costMicros = payoutMicros + clickFee(feeBasisPoints, payoutMicros);
    const budgetMicros = costMicros * BigInt(market.budgetClicks(n));
    const { id } = await addCampaign(db, { payoutMicros, feeBasisPoints, budgetMicros });
    campaignIds.push(id);
  }
  await owner`
    insert into links (campaign_id, creator_id, code)
    select campaign, creator, 'b' || lpad(to_hex(row_number() over ()), 9, '0')
    from unnest(${campaignIds}::uuid[]) campaign, unnest(${creatorIds}::uuid[]) creator`;
  return readMarket(owner);
}

/** Reads the links of an existing market. */
export async function readMarket(owner: Sql): Promise<BenchLink[]> {
  const links = await owner<Omit<BenchLink, "path">[]>`
    select campaign_id as "campaignId", creator_id as "creatorId" from links
    where code ~ '^b[0-9a-f]{9}$' order by code`;
  return links.map((link) => ({
    ...link,
    path: `/api/clicks/redirect/${link.campaignId}?userId=${link.creatorId}`,
  }));
}
