import type { Policy } from "../policy";
import type { FinalVerdict, SignalName } from "../signal";

/** A recorded click; `at` is in milliseconds since 1970. */
export type RecordedClick = {
  id: string;
  at: number;
  campaignId: string;
  creatorId: string;
  ipKey: string;
  deviceKey: string;
  /** Weak key of a device with a cookie; the device key of a device without one is its weak key. */
  weakKey?: string;
  /** Whether the device is known by its cookie. */
  deviceKnown: boolean;
  deviceClass: string;
  /** Null if it is not known. */
  country: string | null;
  signals: SignalName[];
  /** The evidence of the signal `shared_network`, if it has it. */
  sharedBy?: { by: "operator" | "carrier" | "mixed" | "campus"; fullBrowser: boolean };
};

/**
 * Prices and remaining budget of a campaign at the start of a pass; times in milliseconds since
 * 1970.
 */
export type CampaignFunds = {
  /** Sorted by time; each holds until the next. */
  prices: { from: number; payoutMicros: bigint }[];
  /** Hundredths of a percent of each price. */
  feeBasisPoints: number;
  escrowMicros: bigint;
  claimedMicros: bigint;
  startsAt: number;
  endsAt: number;
  stoppedAt: number | null;
  funded: boolean;
  released: boolean;
  clickRules: "literal" | "shared-aware";
  /** Null pays for all. */
  audience: { countries: readonly string[] | null; devices: readonly string[] | null };
  /** Sorted by time. */
  limits: {
    from: number;
    dailyCapMicros: bigint | null;
    creatorCapMicros: bigint | null;
  }[];
};

export type JudgedClick = {
  id: string;
  signals: SignalName[];
  verdict: FinalVerdict;
  reason: SignalName | null;
  priceMicros: bigint;
  feeMicros: bigint;
  paidMicros: bigint;
};

export type Pass = {
  /** The clicks to judge. */
  due: RecordedClick[];
  /** All recorded clicks, judged or not, including those to judge. */
  recorded: RecordedClick[];
  /** Results of earlier passes, in the order in which they judged. */
  judged: { click: RecordedClick; verdict: FinalVerdict; reason: SignalName | null }[];
  campaigns: ReadonlyMap<string, CampaignFunds>;
  policy: Policy;
  windowMs: number;
};

/** Whether a click with this verdict takes its price from the budget. */
export function takesBudget(verdict: FinalVerdict): boolean {
  return verdict === "valid" || verdict === "held";
}
