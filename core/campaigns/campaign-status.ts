export const campaignStatuses = [
  "AWAITING_FUNDS",
  "SCHEDULED",
  "ACTIVE",
  "PAUSED",
  "EXHAUSTED",
  "ENDED",
  "DISABLED",
] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

export type CampaignFacts = {
  payoutMicros: bigint;
  escrowMicros: bigint;
  startsAt: Date;
  endsAt: Date;
  fundedAt: Date | null;
  pausedAt: Date | null;
  disabledAt: Date | null;
};

/** What a campaign is at a moment. The order matters: what cannot be undone comes first. */
export function campaignStatus(campaign: CampaignFacts, at: Date): CampaignStatus {
  const time = at.getTime();
  if (campaign.disabledAt) return "DISABLED";
  if (time >= campaign.endsAt.getTime()) return "ENDED";
  if (!campaign.fundedAt) return "AWAITING_FUNDS";
  if (campaign.pausedAt) return "PAUSED";
  if (campaign.escrowMicros < campaign.payoutMicros) return "EXHAUSTED";
  if (time < campaign.startsAt.getTime()) return "SCHEDULED";
  return "ACTIVE";
}

/** The unpaid reason that a click on a campaign of this status gets, or null when the campaign pays. */
export function unpaidReason(status: CampaignStatus) {
  switch (status) {
    case "ACTIVE":
      return null;
    case "AWAITING_FUNDS":
      return "unfunded";
    case "SCHEDULED":
      return "not_started";
    case "PAUSED":
    case "DISABLED":
      return "paused";
    case "EXHAUSTED":
      return "exhausted";
    case "ENDED":
      return "ended";
  }
}

export function isJoinable(status: CampaignStatus): boolean {
  return status === "ACTIVE" || status === "SCHEDULED";
}
