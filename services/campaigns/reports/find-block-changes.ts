import { canonicalAddress, includesAddress } from "@fairclick/core/campaigns/game-url";
import type { CampaignId } from "@fairclick/core/ids";
import type { ReportedAddress } from "@fairclick/sql/campaigns/reports";
import { type CampaignAddress, listCampaignAddresses } from "@fairclick/sql/campaigns/stops";
import type { Tx } from "@fairclick/sql/db/client";

const SLICE = 5_000;

export type BlockChanges = {
  /** Campaigns that the address stops from now on. */
  blocked: CampaignAddress[];
  /** Campaigns that it no longer stops. */
  released: CampaignAddress[];
};

/**
 * Compares a reported address in its new state with the addresses of all campaigns. It reads them
 * all, because two spellings of one URL have no common index. Requires `lockDecisions`.
 */
export async function findBlockChanges(tx: Tx, address: ReportedAddress): Promise<BlockChanges> {
  const changes: BlockChanges = { blocked: [], released: [] };
  let after: CampaignId | null = null;
  for (;;) {
    const campaigns: CampaignAddress[] = await listCampaignAddresses(tx, { after, limit: SLICE });
    for (const campaign of campaigns) {
      const isIncluded =
        address.state === "confirmed" &&
        includesAddress(address, canonicalAddress(campaign.gameUrl));
      if (isIncluded && campaign.blockedBy === null) changes.blocked.push(campaign);
      if (!isIncluded && campaign.blockedBy === address.id) changes.released.push(campaign);
    }
    if (campaigns.length < SLICE) return changes;
    after = campaigns.at(-1)?.id ?? null;
  }
}
