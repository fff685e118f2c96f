import { type CampaignStatus, campaignStatus } from "@fairclick/core/campaigns/status";
import type { CampaignRow } from "@fairclick/sql/campaigns/campaigns";
import type { LinkRow } from "@fairclick/sql/campaigns/links";

export type CampaignView = CampaignRow & { status: CampaignStatus };
export type JoinedCampaignView = { campaign: CampaignView; link: LinkRow };

/**
 * Combines a campaign's row with its status at a time. Micros that held clicks claim can pay
 * nothing else, so they do not keep a campaign active. Links of a suspended developer's campaigns
 * are closed, as for a disabled campaign.
 */
export function viewCampaign(row: CampaignRow, at: Date): CampaignView {
  const facts = {
    ...row,
    escrowMicros: row.escrowMicros - row.claimedMicros,
    disabledAt: row.disabledAt ?? row.developerSuspendedAt,
  };
  return { ...row, status: campaignStatus(facts, at) };
}
