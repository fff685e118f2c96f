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

/** What decides whether a campaign could pay at a moment, but for its budget. Times in milliseconds since 1970. */
export type CampaignState = {
  startsAt: number;
  endsAt: number;
  fundedAt: number | null;
  /** When it was paused or disabled. */
  stoppedAt: number | null;
  /** When its escrow went back to the developer. */
  releasedAt: number | null;
};

/** Why a campaign could not pay at a moment; null if it could, as far as its budget goes. What cannot be undone comes first. */
export function unpaidReasonAt(campaign: CampaignState, at: number) {
  if (campaign.releasedAt !== null || at >= campaign.endsAt) return "ended";
  if (campaign.fundedAt === null) return "unfunded";
  if (campaign.stoppedAt !== null && at >= campaign.stoppedAt) return "paused";
  return at < campaign.startsAt ? "not_started" : null;
}

/** What a campaign is now. A pause counts at once, also where the database's clock is ahead of `now`. */
export function campaignStatus(campaign: CampaignFacts, now: Date): CampaignStatus {
  if (campaign.disabledAt) return "DISABLED";
  const at = now.getTime();
  const reason = unpaidReasonAt(
    {
      startsAt: campaign.startsAt.getTime(),
      endsAt: campaign.endsAt.getTime(),
      fundedAt: campaign.fundedAt && campaign.fundedAt.getTime(),
      stoppedAt: campaign.pausedAt && Math.min(campaign.pausedAt.getTime(), at),
      releasedAt: null,
    },
    at,
  );
  if (reason === "ended") return "ENDED";
  if (reason === "unfunded") return "AWAITING_FUNDS";
  if (reason === "paused") return "PAUSED";
  if (campaign.escrowMicros < campaign.payoutMicros) return "EXHAUSTED";
  return reason === "not_started" ? "SCHEDULED" : "ACTIVE";
}

export function isJoinable(status: CampaignStatus): boolean {
  return status === "ACTIVE" || status === "SCHEDULED";
}
