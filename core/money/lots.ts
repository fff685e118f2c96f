/** What makes the money of a deposit safe before it is old. */
export const proofs = ["three_d_secure", "known_card"] as const;
export type Proof = (typeof proofs)[number];

/** A deposit's money, as far as it decides when creators can withdraw it. */
export type Lot = {
  paidAt: Date;
  /** Null if only its age makes it safe. */
  provedBy: Proof | null;
  /** Until when a dispute keeps it; `Infinity` while the dispute is open; null without a dispute. */
  frozenUntilMs: number | null;
};

/** Why earnings cannot be withdrawn yet: their lot, or a review of the link that earned them. */
export const waitReasons = ["new_payment", "disputed_payment", "link_review"] as const;
export type WaitReason = (typeof waitReasons)[number];

/** A payment proves its card after this time, if nothing spoke against the card. */
export const KNOWN_CARD_DAYS = 60;
/** A known card proves at most this many times what it paid, kept and had undisputed for that long. */
const KNOWN_CARD_TIMES = 2n;

/**
 * How long the earnings of a lost dispute stay frozen, so that an operator can reverse the clicks it
 * paid. Clicks that nobody reverses stay paid.
 */
export const FROZEN_DAYS_AFTER_LOSS = 7;

const HOUR_MS = 3_600_000;

/** What a user's card has paid without its refunds. Zero if something speaks against the card. */
export type CardHistory = {
  /** Payments older than `KNOWN_CARD_DAYS`. */
  oldMicros: bigint;
  /** Newer payments that only the card's age proves. */
  provedMicros: bigint;
};

/** Returns the time before which a payment is old enough to prove its card. */
export function findKnownBefore(at: Date): Date {
  return new Date(at.getTime() - KNOWN_CARD_DAYS * 24 * HOUR_MS);
}

/**
 * Returns what proves a payment. With 3-D Secure the bank checked the card's owner and answers for
 * fraud; a card that paid as much long ago without a dispute is its owner's.
 */
export function findProof(payment: {
  authenticated: boolean;
  amountMicros: bigint;
  /** Null if it was not paid by card. */
  card: CardHistory | null;
}): Proof | null {
  if (payment.authenticated) return "three_d_secure";
  if (!payment.card) return null;
  const { oldMicros, provedMicros } = payment.card;
  const left = oldMicros * KNOWN_CARD_TIMES - provedMicros;
  return payment.amountMicros <= left ? "known_card" : null;
}
