import type { CampaignStatus } from "@fairclick/core/campaigns/campaign-status";

export const statusLabels: Record<CampaignStatus, string> = {
  ACTIVE: "Active",
  SCHEDULED: "Scheduled",
  PAUSED: "Paused",
  EXHAUSTED: "Budget used up",
  ENDED: "Ended",
  DISABLED: "Disabled",
  AWAITING_FUNDS: "Awaiting funds",
  IN_REVIEW: "Waiting for review",
};
