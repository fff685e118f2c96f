import { compileDestination, type Destination } from "@fairclick/core/campaigns/destination";
import type { RedirectLink } from "@fairclick/sql/campaigns/links";
import { LRUCache } from "lru-cache";

export type CachedCampaign = RedirectLink["campaign"] & {
  campaignId: string;
  destination: Destination;
  /** True if the campaign may have changed; holders must load it again. */
  dropped: boolean;
};

const MAX_CAMPAIGNS = 100_000;

/** Keeps one object per campaign, shared by all its links, so that one change applies to all of them. */
export function createCampaignPool() {
  const pool = new LRUCache<string, CachedCampaign>({
    max: MAX_CAMPAIGNS,
    dispose: (campaign) => {
      campaign.dropped = true;
    },
  });
  return {
    share: (row: RedirectLink): CachedCampaign => {
      const known = pool.get(row.campaignId);
      if (known?.gameUrl === row.campaign.gameUrl) return Object.assign(known, row.campaign);
      const campaign = newCampaign(row);
      pool.set(row.campaignId, campaign);
      return campaign;
    },
    drop: (campaignId: string) => {
      pool.delete(campaignId);
    },
  };
}

export function newCampaign({ campaignId, campaign }: RedirectLink): CachedCampaign {
  const destination = compileDestination(campaign.gameUrl);
  return { campaignId, ...campaign, destination, dropped: false };
}
