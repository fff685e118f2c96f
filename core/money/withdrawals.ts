import { formatExactDollars, MICROS_PER_DOLLAR } from "../amounts";
import { plural, t } from "../language/t";
import { KNOWN_CARD_DAYS } from "./lots";

type WithdrawalSettings = ReviewRules &
  BrakeRules & {
    /** How long the money of an unproved card payment waits before it can be withdrawn; 0 for no wait. */
    depositHoldHours: number;
  };

/** Returns what keeps a withdrawal waiting, in sentences for users; empty if nothing does. */
export function describeWithdrawalRules(settings: WithdrawalSettings): string[] {
  const {
    depositHoldHours,
    withdrawalReviewDollars,
    withdrawalReviewFirst,
    unprovedPayoutDollars,
  } = settings;
  const rules: string[] = [];
  if (depositHoldHours > 0) {
    rules.push(
      t`Earnings wait until the developer's card payment that they come from is ${describeHours(depositHoldHours)} old, unless 3-D Secure checked the card's owner or the card has paid for ${KNOWN_CARD_DAYS} days. Earnings from a disputed payment wait until the dispute is decided.`,
    );
  }
  if (withdrawalReviewFirst) {
    rules.push(t`Your first withdrawal to a payout account waits until a person has checked it.`);
  }
  if (withdrawalReviewDollars > 0) {
    rules.push(
      t`A withdrawal waits until a person has checked it if you withdraw $${withdrawalReviewDollars} or more within 24 hours, in one withdrawal or several.`,
    );
  }
  if (unprovedPayoutDollars > 0) {
    rules.push(
      t`Of earnings from card payments that are younger than ${UNPROVED_DAYS} days and that nothing proves, at most $${unprovedPayoutDollars} leave within ${BRAKE_DAYS} days, for all creators together. A withdrawal with more waits until it fits, and shows when that is.`,
    );
  }
  if (withdrawalReviewFirst || withdrawalReviewDollars > 0) {
    rules.push(
      t`A person checks because money that has reached a bank cannot be recovered. The check is to end within ${REVIEW_HOURS} hours; until it ends, you can cancel the withdrawal and get the money back at once.`,
    );
  }
  return rules;
}

function describeHours(hours: number): string {
  const days = hours / 24;
  if (days > 1 && Number.isInteger(days)) return plural(days, "# day", "# days");
  return plural(hours, "# hour", "# hours");
}

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
  /** What the user shares with a payer of these earnings by card; null if nothing. */
  sharedWithPayer: Shared | null;
  /** Other users with payouts to a bank account or card of this user. */
  bankPayees: BankPayees;
};

export type BankPayees = {
  /** The first of them, sorted; at most `MAX_NAMED_PAYEES`. */
  usernames: readonly string[];
  /** How many there are, counted up to `MAX_COUNTED_PAYEES`. */
  count: number;
};

export const MAX_NAMED_PAYEES = 5;
export const MAX_COUNTED_PAYEES = 100;

/**
 * From this number of other payees on, every withdrawal to a shared bank account waits: two people of
 * one household may share one.
 */
const MANY_PAYEES = 2;

/** Strongest first. */
export const sharedThings = ["card", "bank", "device", "address"] as const;
export type Shared = (typeof sharedThings)[number];

/**
 * With a sum to review, a withdrawal also waits if it is this many times the largest before, and at
 * least `JUMP_DOLLARS`.
 */
const JUMP_FACTOR = 5n;
const JUMP_DOLLARS = 50n;

export type ReviewReason =
  | { kind: "amount"; dollars: number }
  | { kind: "day_amount"; dollars: number; recentMicros: bigint }
  | { kind: "first" }
  | { kind: "replaced" }
  | { kind: "credentials" }
  | { kind: "jump"; largestSentMicros: bigint }
  | { kind: "related"; shared: Shared }
  | { kind: "bank"; payees: BankPayees }
  | BrakeReason;

/** Why the brake holds unproved money; `until` is null if the withdrawal alone is above the limit. */
export type BrakeReason =
  | { kind: "unproved"; dollars: number; until: Date | null }
  | { kind: "disputed" };

export type ReviewKind = ReviewReason["kind"];

/**
 * The kinds that the owner of a withdrawal may read by name. The others would tell a ring what was found:
 * to the owner, they are a security check.
 */
export const kindsForOwner: readonly ReviewKind[] = [
  ...(["amount", "day_amount", "jump", "first", "replaced"] as const),
  ...(["credentials", "unproved", "disputed"] as const),
];

/** By when an operator is to decide about a withdrawal. */
export const REVIEW_HOURS = 48;

/** Returns true if only the brake holds a withdrawal, which then continues without an operator. */
export function endsByItself(kinds: readonly string[] | null): boolean {
  return kinds?.join() === "unproved";
}

/**
 * Returns the kinds of the reasons, and until when they hold a withdrawal: until the brake ends if nothing
 * else speaks against it, else until the end of the time to decide. `until` is null without reasons, and if
 * nobody knows when the brake ends.
 */
export function reviewHold(
  reasons: readonly ReviewReason[],
  now: Date,
): { kinds: ReviewKind[]; until: Date | null } {
  const kinds = reasons.map(({ kind }) => kind);
  const [first, ...others] = reasons;
  if (!first) return { kinds, until: null };
  if (first.kind === "unproved" && others.length === 0) return { kinds, until: first.until };
  return { kinds, until: new Date(now.getTime() + REVIEW_HOURS * 3_600_000) };
}

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
  const { bankPayees: payees } = facts;
  if (payees.count >= MANY_PAYEES || (payees.count > 0 && !sentBefore)) {
    reasons.push({ kind: "bank", payees });
  }
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
      return `A developer whose card payment is among these earnings uses the same ${sharedTexts[reason.shared]}; \`fairclick ledger trace\` shows the payments.`;
    case "bank":
      return describeBankPayees(reason.payees);
    case "unproved": {
      const week = `With it, more than $${reason.dollars} of unproved card payments would leave within ${BRAKE_DAYS} days`;
      return reason.until ? `${week}.` : `${week}, with it alone.`;
    }
    case "disputed":
      return "A card payment behind it is disputed; `fairclick ledger trace` shows which.";
  }
}

function describeBankPayees({ usernames, count }: BankPayees): string {
  const more = count - usernames.length;
  const most = count === MAX_COUNTED_PAYEES ? "at least " : "";
  const names = [...usernames, ...(more > 0 ? [`${most}${more} more`] : [])];
  return `Several payees share its bank account: ${new Intl.ListFormat("en").format(names)}.`;
}

const sharedTexts: Record<Shared, string> = {
  card: "card",
  bank: "bank account for payouts",
  device: "device",
  address: "IP address, which is not known as shared",
};

/**
 * Returns the reason's category for the owner of the withdrawal. It does not say what was found, so
 * that nobody learns what to avoid.
 */
export function describeReviewCategory(kind: string): string {
  switch (kind) {
    case "amount":
    case "day_amount":
    case "jump":
      return t`it is a large amount`;
    case "first":
    case "replaced":
      return t`it is the first to this payout account`;
    case "credentials":
      return t`the way to sign in to your account has changed`;
    case "unproved":
      return t`the card payments that it comes from are new`;
    case "disputed":
      return t`a card payment that it comes from is disputed`;
    default:
      return t`it needs a security check`;
  }
}

const DAY_MS = 86_400_000;

/** An unproved payment of this age counts as proved: most stolen cards are reported by then. */
export const UNPROVED_DAYS = 30;
/** How long unproved money that was paid out counts. */
export const BRAKE_DAYS = 7;
/** How long it counts if its payment was disputed: it is probably lost. */
export const BRAKE_DAYS_DISPUTED = 30;

/** Unproved money that was paid out. */
export type UnprovedPayout = { micros: bigint; at: Date; disputed: boolean };

export type BrakeRules = {
  /** Most unproved money that may reach banks within a week; 0 disables the brake. */
  unprovedPayoutDollars: number;
};

/**
 * Returns null if a withdrawal with `unprovedMicros` of unproved money may be sent now, and else when
 * it fits below the limit. `until` is null if it never fits because it is larger than the limit.
 */
export function findBrake(
  payouts: readonly UnprovedPayout[],
  unprovedMicros: bigint,
  { unprovedPayoutDollars, now }: BrakeRules & { now: Date },
): { until: Date | null } | null {
  if (unprovedPayoutDollars === 0 || unprovedMicros === 0n) return null;
  const limitMicros = BigInt(unprovedPayoutDollars) * MICROS_PER_DOLLAR;
  if (unprovedMicros > limitMicros) return { until: null };
  const counted = payouts
    .map((payout) => ({ micros: payout.micros, endsAt: countsUntil(payout) }))
    .filter(({ endsAt }) => endsAt > now)
    .sort((a, b) => a.endsAt.getTime() - b.endsAt.getTime());
  let sum = unprovedMicros + counted.reduce((total, { micros }) => total + micros, 0n);
  if (sum <= limitMicros) return null;
  for (const { micros, endsAt } of counted) {
    sum -= micros;
    if (sum <= limitMicros) return { until: endsAt };
  }
  return { until: null };
}

function countsUntil({ at, disputed }: UnprovedPayout): Date {
  return new Date(at.getTime() + (disputed ? BRAKE_DAYS_DISPUTED : BRAKE_DAYS) * DAY_MS);
}
