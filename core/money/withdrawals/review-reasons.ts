import { formatExactDollars, MICROS_PER_DOLLAR } from "../micros";

/** Review settings of the configuration. */
export type ReviewRules = {
  /** Withdrawals of a user that reach this sum within 24 hours wait for review; 0 disables the rule. */
  withdrawalReviewDollars: number;
  /** Whether a user's first withdrawal to a payout account waits for review. */
  withdrawalReviewFirst: boolean;
};

export type WithdrawalFacts = {
  amountMicros: bigint;
  /** Amount that the user withdrew in the 24 hours before, without returned withdrawals. */
  recentMicros: bigint;
  /** Whether an earlier withdrawal of this user was sent to the same payout account. */
  sentBefore: boolean;
  /** Whether an earlier withdrawal of this user was sent to another payout account. */
  sentElsewhere: boolean;
  /**
   * Whether the way to sign in has changed since the payout account was connected, and nothing that
   * was requested after the change has been sent to it.
   */
  credentialsChanged: boolean;
  /** The largest earlier withdrawal that was sent; 0 if there is none. */
  largestSentMicros: bigint;
  /** What the user shares with somebody whose card payment is among the earnings; null if nothing. */
  sharedWithPayer: "device" | "card" | null;
};

/** With a sum to review, a withdrawal also waits if it is this many times the largest before, and at least `JUMP_DOLLARS`. */
const JUMP_FACTOR = 5n;
const JUMP_DOLLARS = 50n;

export type ReviewReason =
  | { kind: "amount"; dollars: number }
  | { kind: "day_amount"; dollars: number; recentMicros: bigint }
  | { kind: "first" }
  | { kind: "replaced" }
  | { kind: "credentials" }
  | { kind: "jump"; largestSentMicros: bigint }
  | { kind: "related"; shared: "device" | "card" };

/**
 * Returns why a withdrawal waits until an operator releases it; empty if it may be sent at once.
 * This is the only place that decides it.
 */
export function findReviewReasons(facts: WithdrawalFacts, rules: ReviewRules): ReviewReason[] {
  const { amountMicros, recentMicros, sentBefore } = facts;
  const dollars = rules.withdrawalReviewDollars;
  const limitMicros = BigInt(dollars) * MICROS_PER_DOLLAR;
  const reasons: ReviewReason[] = [];
  if (dollars > 0 && amountMicros >= limitMicros) {
    reasons.push({ kind: "amount", dollars });
  } else if (dollars > 0 && amountMicros + recentMicros >= limitMicros) {
    reasons.push({ kind: "day_amount", dollars, recentMicros });
  }
  if (rules.withdrawalReviewFirst && !sentBefore) reasons.push({ kind: "first" });
  else if (facts.sentElsewhere && !sentBefore) reasons.push({ kind: "replaced" });
  if (facts.credentialsChanged) reasons.push({ kind: "credentials" });
  if (dollars > 0 && isJump(facts))
    reasons.push({ kind: "jump", largestSentMicros: facts.largestSentMicros });
  if (facts.sharedWithPayer) reasons.push({ kind: "related", shared: facts.sharedWithPayer });
  return reasons;
}

function isJump({ amountMicros, largestSentMicros }: WithdrawalFacts): boolean {
  if (largestSentMicros === 0n || amountMicros < JUMP_DOLLARS * MICROS_PER_DOLLAR) return false;
  return amountMicros >= JUMP_FACTOR * largestSentMicros;
}

/** Returns the reason as a sentence for operators. */
export function describeReviewReason(reason: ReviewReason): string {
  switch (reason.kind) {
    case "amount":
      return `It is $${reason.dollars} or more.`;
    case "day_amount":
      return `With ${formatExactDollars(reason.recentMicros)} in the 24 hours before, it is $${reason.dollars} or more.`;
    case "first":
      return "It is this user's first to this payout account.";
    case "replaced":
      return "Earlier ones went to another payout account.";
    case "credentials":
      return "The password, e-mail or Google account changed after the payout account was connected.";
    case "jump":
      return `It is at least 5 times the largest before, ${formatExactDollars(reason.largestSentMicros)}.`;
    case "related":
      return `A developer whose card payment is among these earnings uses the same ${reason.shared}; \`fairclick ledger trace\` shows the payments.`;
  }
}
