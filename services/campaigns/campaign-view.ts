import { type CampaignStatus, campaignStatus } from "@fairclick/core/campaigns/campaign-status";
import type { CampaignRow } from "@fairclick/sql/campaigns";
import type { LinkRow } from "@fairclick/sql/links";

export type CampaignView = CampaignRow & { status: CampaignStatus };
export type JoinedCampaignView = { campaign: CampaignView; link: LinkRow };

/** What held clicks have claimed pays nothing else, so it does not keep a campaign going. */
export function viewCampaign(row: CampaignRow, at: Date): CampaignView {
  const facts = { ...row, escrowMicros: row.escrowMicros - row.claimedMicros };
  return { ...row, status: campaignStatus(facts, at) };
}
