import { type CampaignStatus, campaignStatus } from "@fairclick/core/campaigns/campaign-status";
import type { CampaignRow } from "@fairclick/sql/campaigns";
import type { LinkRow } from "@fairclick/sql/links";

export type CampaignView = CampaignRow & { status: CampaignStatus };
export type JoinedCampaignView = { campaign: CampaignView; link: LinkRow };

export function viewCampaign(row: CampaignRow, at: Date): CampaignView {
  return { ...row, status: campaignStatus(row, at) };
}
