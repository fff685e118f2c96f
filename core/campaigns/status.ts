import { t } from "../language/t";

export const campaignStatuses = [
  "AWAITING_FUNDS",
  "IN_REVIEW",
  "SCHEDULED",
  "ACTIVE",
  "PAUSED",
  "EXHAUSTED",
  "ENDED",
  "DISABLED",
] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

const names: Record<CampaignStatus, () => string> = {
  ACTIVE: () => t`Active`,
  SCHEDULED: () => t`Scheduled`,
  PAUSED: () => t`Paused`,
  EXHAUSTED: () => t`Budget used up`,
  ENDED: () => t`Ended`,
  DISABLED: () => t`Disabled`,
  AWAITING_FUNDS: () => t`Awaiting funds`,
  IN_REVIEW: () => t`Waiting for review`,
};

export function statusName(status: CampaignStatus): string {
  return names[status]();
}

export type CampaignFacts = {
  payoutMicros: bigint;
  feeMicros: bigint;
  escrowMicros: bigint;
  startsAt: Date;
  endsAt: Date;
  fundedAt: Date | null;
  pausedAt: Date | null;
  disabledAt: Date | null;
  /** Who paused it so that its developer cannot resume it; `review` until an operator approves it. */
  forcedPauseBy: string | null;
};

/** What decides whether a campaign pays, except its budget. Times in milliseconds since 1970. */
export type CampaignState = {
  startsAt: number;
  endsAt: number;
  fundedAt: number | null;
  stoppedAt: number | null;
  releasedAt: number | null;
};

/**
 * Returns why a campaign could not pay at a time, or null if it could. Ignores the budget.
 * Permanent reasons come first.
 */
export function unpaidReasonAt(campaign: CampaignState, at: number) {
  if (campaign.releasedAt !== null || at >= campaign.endsAt) return "ended";
  if (campaign.fundedAt === null) return "unfunded";
  if (campaign.stoppedAt !== null && at >= campaign.stoppedAt) return "paused";
  return at < campaign.startsAt ? "not_started" : null;
}

/**
 * Returns the current status. A pause counts at once, even if the database clock is ahead of `now`.
 */
export function campaignStatus(campaign: CampaignFacts, now: Date): CampaignStatus {
  if (campaign.disabledAt) return "DISABLED";
  const at = now.getTime();
  const reason = unpaidReasonAt(
    {
      startsAt: campaign.startsAt.getTime(),
      endsAt: campaign.endsAt.getTime(),
      fundedAt: campaign.fundedAt?.getTime() ?? null,
      stoppedAt: campaign.pausedAt && Math.min(campaign.pausedAt.getTime(), at),
      releasedAt: null,
    },
    at,
  );
  if (reason === "ended") return "ENDED";
  if (reason === "unfunded") return "AWAITING_FUNDS";
  if (campaign.forcedPauseBy === "review") return "IN_REVIEW";
  if (reason === "paused") return "PAUSED";
  if (campaign.escrowMicros < campaign.payoutMicros + campaign.feeMicros) return "EXHAUSTED";
  return reason === "not_started" ? "SCHEDULED" : "ACTIVE";
}

/** Whether a campaign never pays again. */
export const isOver = (status: CampaignStatus) => status === "ENDED" || status === "DISABLED";

export function isJoinable(status: CampaignStatus): boolean {
  return status === "ACTIVE" || status === "SCHEDULED";
}

/** Why a campaign could not pay at the time of the click, as the redirect saw it. */
export const unpaidReasons = ["not_started", "paused", "ended", "exhausted", "unfunded"] as const;
export type UnpaidReason = (typeof unpaidReasons)[number];

/** How long operators take at most, in hours: shown to developers, and `doctor` warns afterwards. */
export const REVIEW_HOURS = 24;

/**
 * What a click pays its creator, and the platform's fee for it, for clicks made at `from` (ms since 1970) or
 * later.
 */
export type Price = { from: number; payoutMicros: bigint; feeMicros: bigint };

/** What decides how much of the budget a click claims. */
export type Pricing = {
  /** Sorted by `from`; the first one also holds for all clicks before it. */
  prices: readonly Price[];
};

/** What a click takes from the budget if it is valid: its price for the creator, the fee for the platform. */
export type ClickCost = { priceMicros: bigint; feeMicros: bigint };

/** Returns what a click that was made at a time costs. */
export function costAt({ prices }: Pricing, at: number): ClickCost {
  const price = prices.findLast(({ from }) => from <= at) ?? prices[0];
  if (!price) throw new Error("A campaign without a price");
  return { priceMicros: price.payoutMicros, feeMicros: price.feeMicros };
}

export function sumCosts(clicks: readonly ClickCost[]): bigint {
  return clicks.reduce((sum, { priceMicros, feeMicros }) => sum + priceMicros + feeMicros, 0n);
}
