import { formatExactDollars, MICROS_PER_DOLLAR, microsFromCents } from "../amounts";
import { AppError, type ErrorCode } from "../errors";
import { plural, t } from "../language/t";
import { KNOWN_CARD_DAYS, type Lot, type WaitReason } from "./lots";
import { describeBelowMinimum, type PayoutCountry, withdrawalPending } from "./payout-countries";

/** Settings of the configuration that decide what waits. */
export type HoldSettings = {
  /** How long the money of an unproved card payment waits before it can be withdrawn; 0 for no wait. */
  depositHoldHours: number;
  /** Withdrawals of a user that reach this sum within 24 hours wait for review; 0 disables the rule. */
  withdrawalReviewDollars: number;
  /** Whether a user's first withdrawal to a payout account waits for review. */
  withdrawalReviewFirst: boolean;
  /** Most unproved money that may reach banks within a week; 0 disables the brake. */
  unprovedPayoutDollars: number;
};
export type DepositHold = Pick<HoldSettings, "depositHoldHours">;
export type BrakeRules = Pick<HoldSettings, "unprovedPayoutDollars">;

/** One thing that keeps money waiting. */
export type Hold<Facts, Settings, Name = string> = {
  name: Name;
  /** What users read before they ask; false while the settings turn the hold off. */
  rule?: (settings: HoldSettings) => string | false;
  /**
   * What the owner reads while the money waits. Missing if it would teach how to avoid the hold: the
   * owner then reads of a security check.
   */
  owner?: () => string;
  /** Returns what operators read; false or null if it does not apply. */
  find: (facts: Facts, settings: Settings) => string | false | null;
  /** When it ends by itself. Missing or null if an operator ends it. */
  until?: (facts: Facts, settings: Settings) => Date | null;
};

type Found<Name = string> = { name: Name; text: string; until: Date | null };

/** Returns what holds the money, in the order of the registry; empty if it may leave at once. */
export function findHolds<Facts, Settings, Name>(
  holds: readonly Hold<Facts, Settings, Name>[],
  facts: Facts,
  settings: Settings,
): Found<Name>[] {
  return holds.flatMap(({ name, find, until }) => {
    const text = find(facts, settings);
    return text ? [{ name, text, until: until?.(facts, settings) ?? null }] : [];
  });
}

/** A part of the earnings: the money of one deposit, or what links under review have earned. */
type Portion = { lot: Lot | null; now: Date };

/** What keeps earnings from being requested. The first one counts. */
export const earningsHolds: readonly Hold<Portion, DepositHold, WaitReason>[] = [
  {
    name: "link_review",
    rule: () =>
      t`Some games report their players. Your clicks of a week are then compared with those of the campaign's other creators. If far fewer players follow yours, the pay of the clicks without players waits until players come or an operator has looked at it.`,
    find: ({ lot }) => !lot && "Far fewer players came than by other creators' clicks.",
  },
  {
    name: "disputed_payment",
    find: ({ lot, now }) =>
      (lot?.frozenUntilMs ?? 0) > now.getTime() && "Its card payment is disputed.",
    until: ({ lot }) =>
      Number.isFinite(lot?.frozenUntilMs) ? new Date(lot?.frozenUntilMs ?? 0) : null,
  },
  {
    name: "new_payment",
    rule: ({ depositHoldHours: hours }) =>
      hours > 0 &&
      t`Earnings wait until the developer's card payment that they come from is ${describeHours(hours)} old, unless 3-D Secure checked the card's owner or the card had paid at least half as much ${KNOWN_CARD_DAYS} days before. Earnings from a disputed payment wait until the dispute is decided.`,
    find: (portion, settings) => {
      const until = safeFrom(portion, settings);
      return until && until > portion.now && "Its card payment is new.";
    },
    until: safeFrom,
  },
];

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

/** What a payer and a payee can share, strongest first. */
const sharedThings = {
  card: "card",
  bank: "bank account for payouts",
  device: "device",
  address: "IP address, which is not known as shared",
};
export type Shared = keyof typeof sharedThings;

/** Address signals that say that several unrelated people are behind an address. */
const manyPeople: readonly string[] = ["shared_network", "relay", "vpn", "tor"];

type LookUp = (address: string) => Promise<{ signals: readonly { signal: string }[] }>;

/** Returns whether one of the addresses, given as clicks carry them, is not known to be shared by many people. */
export async function hasAddressOfFew(keys: readonly string[], lookUp: LookUp): Promise<boolean> {
  for (const key of keys) {
    // The key of an IPv6 address is its network.
    const { signals } = await lookUp(key.split("/")[0] ?? key);
    if (!signals.some(({ signal }) => manyPeople.includes(signal))) return true;
  }
  return false;
}

/**
 * With a sum to review, a withdrawal also waits if it is this many times the largest before, and at
 * least `JUMP_DOLLARS`.
 */
const JUMP_FACTOR = 5n;
const JUMP_DOLLARS = 50;

type ReviewRules = Pick<HoldSettings, "withdrawalReviewDollars" | "withdrawalReviewFirst">;

const largeAmount = () => t`it is a large amount`;
const newAccount = () => t`it is the first to this payout account`;
const toMicros = (dollars: number) => BigInt(dollars) * MICROS_PER_DOLLAR;

/** What keeps a withdrawal waiting until an operator has looked at it. */
export const reviewHolds: readonly Hold<WithdrawalFacts, ReviewRules>[] = [
  {
    name: "amount",
    rule: ({ withdrawalReviewDollars: dollars }) =>
      dollars > 0 &&
      t`A withdrawal waits until a person has checked it if you withdraw $${dollars} or more within 24 hours, in one withdrawal or several.`,
    owner: largeAmount,
    find: ({ amountMicros }, { withdrawalReviewDollars: dollars }) =>
      dollars > 0 && amountMicros >= toMicros(dollars) && `It is $${dollars} or more.`,
  },
  {
    name: "day_amount",
    owner: largeAmount,
    find: ({ amountMicros, recentMicros }, { withdrawalReviewDollars: dollars }) =>
      amountMicros < toMicros(dollars) &&
      amountMicros + recentMicros >= toMicros(dollars) &&
      `With ${formatExactDollars(recentMicros)} in the 24 hours before, it is $${dollars} or more.`,
  },
  {
    name: "first",
    rule: ({ withdrawalReviewFirst }) =>
      withdrawalReviewFirst &&
      t`Your first withdrawal to a payout account waits until a person has checked it.`,
    owner: newAccount,
    find: ({ sentBefore }, { withdrawalReviewFirst }) =>
      withdrawalReviewFirst && !sentBefore && "It is this user's first to this payout account.",
  },
  {
    name: "replaced",
    owner: newAccount,
    find: ({ sentBefore, sentElsewhere }, { withdrawalReviewFirst }) =>
      !withdrawalReviewFirst &&
      sentElsewhere &&
      !sentBefore &&
      "Earlier ones went to another payout account.",
  },
  {
    name: "credentials",
    owner: () => t`the way to sign in to your account has changed`,
    find: ({ credentialsChanged }) =>
      credentialsChanged &&
      "The password, e-mail or Google account changed after the payout account was connected.",
  },
  {
    name: "jump",
    owner: largeAmount,
    find: ({ amountMicros, largestSentMicros: largest }, { withdrawalReviewDollars: dollars }) =>
      dollars > 0 &&
      largest > 0n &&
      amountMicros >= toMicros(JUMP_DOLLARS) &&
      amountMicros >= JUMP_FACTOR * largest &&
      `It is at least ${JUMP_FACTOR} times the largest before, ${formatExactDollars(largest)}.`,
  },
  {
    name: "related",
    find: ({ sharedWithPayer: shared }) =>
      shared &&
      `A developer whose card payment is among these earnings uses the same ${sharedThings[shared]}; \`fairclick ledger trace\` shows the payments.`,
  },
  {
    name: "bank",
    find: ({ bankPayees, sentBefore }) =>
      (bankPayees.count >= MANY_PAYEES || (bankPayees.count > 0 && !sentBefore)) &&
      describeBankPayees(bankPayees),
  },
];

/** What a withdrawal carries, and what has left already. */
export type CarriedFacts = {
  now: Date;
  /** Unproved money of payments younger than `UNPROVED_DAYS`. */
  unprovedMicros: bigint;
  /** Whether a dispute keeps the money of one of the payments now. */
  isDisputed: boolean;
  payouts: readonly UnprovedPayout[];
};

export type UnprovedPayout = { micros: bigint; at: Date; disputed: boolean };

/** An unproved payment of this age counts as proved: most stolen cards are reported by then. */
export const UNPROVED_DAYS = 30;
/** How long unproved money that was paid out counts. */
export const BRAKE_DAYS = 7;
/** How long it counts if its payment was disputed: it is probably lost. */
export const BRAKE_DAYS_DISPUTED = 30;

/** The brake: what keeps unproved money in a withdrawal waiting. */
export const brakeHolds: readonly Hold<CarriedFacts, BrakeRules>[] = [
  {
    name: "disputed",
    owner: () => t`a card payment that it comes from is disputed`,
    find: ({ isDisputed }, { unprovedPayoutDollars }) =>
      isDisputed &&
      unprovedPayoutDollars > 0 &&
      "A card payment behind it is disputed; `fairclick ledger trace` shows which.",
  },
  {
    name: "unproved",
    rule: ({ unprovedPayoutDollars: dollars }) =>
      dollars > 0 &&
      t`Of earnings from card payments that are younger than ${UNPROVED_DAYS} days and that nothing proves, at most $${dollars} leave within ${BRAKE_DAYS} days, for all creators together. A withdrawal with more waits until it fits, and shows when that is.`,
    owner: () => t`the card payments that it comes from are new`,
    find: (facts, rules) => {
      const brake = findBrake(facts, rules);
      const alone = brake?.until ? "" : ", with it alone";
      return (
        brake &&
        `With it, more than $${rules.unprovedPayoutDollars} of unproved card payments would leave within ${BRAKE_DAYS} days${alone}.`
      );
    },
    until: (facts, rules) => findBrake(facts, rules)?.until ?? null,
  },
];

const withdrawalHolds = () => [...earningsHolds, ...reviewHolds, ...brakeHolds];

/** Lists the holds that the owner of a withdrawal may read by name; the others are a security check. */
export function listHoldsForOwner(): string[] {
  return withdrawalHolds().flatMap(({ name, owner }) => (owner ? [name] : []));
}

/** Returns what the owner of a held withdrawal reads, without what was found. */
export function describeHold(name: string): string {
  const hold = withdrawalHolds().find((each) => each.name === name);
  return hold?.owner?.() ?? t`it needs a security check`;
}

/** Hours within which an operator should decide about a withdrawal. */
export const REVIEW_HOURS = 48;

/** Returns what is needed before a withdrawal, and what keeps it waiting, in sentences for users. */
export function describeWithdrawalRules(settings: HoldSettings): string[] {
  const rules = [
    t`Before your first withdrawal, you confirm your email address, and Stripe checks who you are and your bank account.`,
    ...withdrawalHolds().flatMap(({ rule }) => rule?.(settings) || []),
  ];
  if (settings.withdrawalReviewFirst || settings.withdrawalReviewDollars > 0) {
    rules.push(
      t`A person checks because money that has reached a bank cannot be recovered. The check is to end within ${REVIEW_HOURS} hours; until it ends, you can cancel the withdrawal and get the money back at once.`,
    );
  }
  return rules;
}

/**
 * Returns how long the money of a first click waits if its card payment is new: until it can be
 * requested, and until a person has checked that withdrawal. In hours.
 */
export function findFirstWaits(settings: HoldSettings): FirstWaits {
  const paidAt = new Date(0);
  const lot = { paidAt, provedBy: null, frozenUntilMs: null };
  const [wait] = findHolds(earningsHolds, { lot, now: paidAt }, settings);
  const first = {
    ...{ amountMicros: 1n, recentMicros: 0n, largestSentMicros: 0n, sentBefore: false },
    ...{ sentElsewhere: false, credentialsChanged: false, sharedWithPayer: null },
    bankPayees: { usernames: [], count: 0 },
  };
  const check = sumHolds(findHolds(reviewHolds, first, settings), paidAt);
  const hours = (until: Date | null | undefined) => (until?.getTime() ?? 0) / HOUR_MS;
  return { requestHours: hours(wait?.until), checkHours: hours(check?.until) };
}

export type FirstWaits = { requestHours: number; checkHours: number };

/** Returns true if only the brake holds a withdrawal, which then continues without an operator. */
export function endsByItself(kinds: readonly string[] | null): boolean {
  return kinds?.join() === "unproved";
}

/** `at` is when it began. */
export type Held = { at: Date; reason: string; kinds: string[]; until: Date | null };

/**
 * Returns why and until when the holds keep a withdrawal: until the brake ends if nothing else speaks
 * against it, else until the end of the time to decide. `until` is null if nobody knows when the brake
 * ends. Null without holds.
 */
export function sumHolds(found: readonly Found[], now: Date): Held | null {
  const [first] = found;
  if (!first) return null;
  const kinds = found.map(({ name }) => name);
  return {
    at: now,
    reason: found.map(({ text }) => text).join(" "),
    kinds,
    until: endsByItself(kinds) ? first.until : new Date(now.getTime() + REVIEW_HOURS * HOUR_MS),
  };
}

/** One thing that refuses a request. `refuse` returns the sentence for the user; false or null if it does not apply. */
export type Gate<Facts> = { code: ErrorCode; refuse: (facts: Facts) => string | false | null };

/** Throws the error of the first gate that refuses the request. */
export function requireOpen<Facts>(gates: readonly Gate<Facts>[], facts: Facts): void {
  for (const { code, refuse } of gates) {
    const sentence = refuse(facts);
    if (sentence) throw new AppError(code, sentence);
  }
}

/** Why money cannot leave the account after operators helped to open it; null if it can. */
export type Cooled = { cooldown: string | null };
export const cooldown: Gate<Cooled> = { code: "conflict", refuse: (facts) => facts.cooldown };

type WithdrawalRequest = Cooled & {
  hasPayouts: boolean;
  /** Null for a country without payouts. */
  country: PayoutCountry | null;
  amountCents: number;
  /** What the earnings hold and do not keep waiting. */
  availableMicros: bigint;
  /** What waits because of reviews of clicks. */
  reviewedMicros: bigint;
  hasPending: boolean;
};

export const withdrawalGates: readonly Gate<WithdrawalRequest>[] = [
  {
    code: "payouts_not_verified",
    refuse: ({ hasPayouts }) => !hasPayouts && t`Please set up payouts before you withdraw.`,
  },
  cooldown,
  {
    code: "validation",
    refuse: ({ country, amountCents }) => country && describeBelowMinimum(country, amountCents),
  },
  {
    code: "insufficient_funds",
    refuse: ({ amountCents, availableMicros, reviewedMicros }) => {
      if (microsFromCents(amountCents) <= availableMicros) return null;
      const reviewed = formatExactDollars(reviewedMicros);
      return reviewedMicros > 0n
        ? t`Withdrawal amount cannot exceed your balance. ${reviewed} of it waits: far fewer players joined the game after your clicks than after other creators' clicks. Your link's page shows the figures and what ends it.`
        : t`Withdrawal amount cannot exceed your balance.`;
    },
  },
  {
    code: "withdrawal_pending",
    refuse: ({ hasPending }) => hasPending && withdrawalPending(),
  },
];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Returns from when only its age makes a deposit's money safe; null if it need not wait. */
function safeFrom({ lot }: Portion, { depositHoldHours: hours }: DepositHold): Date | null {
  if (!lot || lot.provedBy !== null || hours === 0) return null;
  return new Date(lot.paidAt.getTime() + hours * HOUR_MS);
}

function describeHours(hours: number): string {
  const days = hours / 24;
  if (days > 1 && Number.isInteger(days)) return plural(days, "# day", "# days");
  return plural(hours, "# hour", "# hours");
}

function describeBankPayees({ usernames, count }: BankPayees): string {
  const more = count - usernames.length;
  const most = count === MAX_COUNTED_PAYEES ? "at least " : "";
  const names = [...usernames, ...(more > 0 ? [`${most}${more} more`] : [])];
  return `Several payees share its bank account: ${new Intl.ListFormat("en").format(names)}.`;
}

/**
 * Returns null if a withdrawal with `unprovedMicros` of unproved money may be sent now, and else when
 * it fits below the limit. `until` is null if it never fits because it is larger than the limit.
 */
function findBrake(
  { payouts, unprovedMicros, isDisputed, now }: CarriedFacts,
  { unprovedPayoutDollars }: BrakeRules,
): { until: Date | null } | null {
  if (isDisputed || unprovedPayoutDollars === 0 || unprovedMicros === 0n) return null;
  const limitMicros = toMicros(unprovedPayoutDollars);
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
