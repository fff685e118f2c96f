import { compileDestination } from "@fairclick/core/clicks/destination";
import type { RedirectLink } from "@fairclick/sql/campaigns/redirect-links";
import { LRUCache } from "lru-cache";

export type CachedCampaign = RedirectLink["campaign"] & {
  campaignId: string;
  /** Where a visitor goes, given the click's id. */
  destination: (clickId: string) => string;
  /** Set when it may have changed: whoever still holds it has to load it again. */
  dropped: boolean;
};

const MAX_CAMPAIGNS = 100_000;

/** One object a campaign, shared by all of its links, so that one change reaches them all at once. */
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
