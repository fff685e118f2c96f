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

/** A card is known after this time since its first payment of the same user, if none was disputed. */
export const KNOWN_CARD_DAYS = 60;

/**
 * How long the earnings of a lost dispute stay frozen, so that an operator can reverse the clicks it
 * paid. Clicks that nobody reverses stay paid.
 */
export const FROZEN_DAYS_AFTER_LOSS = 7;

const HOUR_MS = 3_600_000;

/**
 * Returns what proves a payment. With 3-D Secure the bank checked the card's owner and answers for
 * fraud; a card that paid long ago without a dispute is its owner's.
 */
export function findProof(payment: {
  authenticated: boolean;
  /** The first undisputed payment of the same user with the same card, or null. */
  knownSince: Date | null;
  at: Date;
}): Proof | null {
  if (payment.authenticated) return "three_d_secure";
  const ageMs = payment.knownSince ? payment.at.getTime() - payment.knownSince.getTime() : 0;
  return ageMs >= KNOWN_CARD_DAYS * 24 * HOUR_MS ? "known_card" : null;
}
