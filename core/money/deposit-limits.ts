/** Stripe's own minimum for a charge in US dollars. */
export const MIN_DEPOSIT_CENTS = 50;
