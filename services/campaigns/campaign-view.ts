import { type CampaignStatus, campaignStatus } from "@fairclick/core/campaigns/campaign-status";
import type { CampaignRow } from "@fairclick/sql/campaigns/campaigns";
import type { LinkRow } from "@fairclick/sql/campaigns/links";

export type CampaignView = CampaignRow & { status: CampaignStatus };
export type JoinedCampaignView = { campaign: CampaignView; link: LinkRow };

/**
 * What held clicks have claimed pays nothing else, so it does not keep a campaign going. The links
 * of a suspended developer's campaigns are as closed as a disabled campaign's.
 */
export function viewCampaign(row: CampaignRow, at: Date): CampaignView {
  const facts = {
    ...row,
    escrowMicros: row.escrowMicros - row.claimedMicros,
    disabledAt: row.disabledAt ?? row.developerSuspendedAt,
  };
  return { ...row, status: campaignStatus(facts, at) };
}
