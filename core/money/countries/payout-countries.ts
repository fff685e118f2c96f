/**
 * The countries where Stripe pays out to banks for a platform in the United States, read in
 * September 2026. Check the sources before you change a row.
 *
 * - Which countries: https://docs.stripe.com/connect/cross-border-payouts (the United States, the
 *   United Kingdom, Canada, Switzerland and the EEA), without Iceland, where nobody can open a Stripe
 *   account (https://stripe.com/global).
 * - The agreement: the same page excludes accounts under the `recipient` service agreement, so every
 *   account is opened under the `full` one
 *   (https://docs.stripe.com/connect/service-agreement-types).
 * - Minimums: Stripe's own are typically one unit of the local currency and sometimes more
 *   (https://docs.stripe.com/payouts#minimum-payout-amounts). Ours are in US dollars and above them,
 *   so that no change of an exchange rate makes Stripe refuse a payout.
 * - Fees: https://stripe.com/connect/pricing.
 */
export type PayoutCountry = {
  code: string;
  /** ISO currency of the bank account, in lower case as Stripe writes it. */
  currency: string;
  /** The smallest withdrawal, in US cents. */
  minimumCents: number;
};

export const SERVICE_AGREEMENT = "full";
/** The country of the platform: accounts are opened there if a user has chosen no country. */
export const HOME_COUNTRY = "US";
export const HOME_CURRENCY = "usd";
/** Stripe's fee for converting dollars into another currency. It is part of the rate. */
export const CONVERSION_FEE_PERCENT = 1;

const EURO_COUNTRIES = "AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK".split(" ");

export const PAYOUT_COUNTRIES: readonly PayoutCountry[] = [
  { code: "US", currency: "usd", minimumCents: 1 },
  { code: "CA", currency: "cad", minimumCents: 500 },
  { code: "GB", currency: "gbp", minimumCents: 500 },
  ...EURO_COUNTRIES.map((code) => ({ code, currency: "eur", minimumCents: 500 })),
  { code: "CH", currency: "chf", minimumCents: 1_500 },
  { code: "LI", currency: "chf", minimumCents: 1_500 },
  { code: "CZ", currency: "czk", minimumCents: 1_500 },
  { code: "DK", currency: "dkk", minimumCents: 1_500 },
  { code: "HU", currency: "huf", minimumCents: 1_500 },
  { code: "NO", currency: "nok", minimumCents: 1_500 },
  { code: "PL", currency: "pln", minimumCents: 1_500 },
  { code: "RO", currency: "ron", minimumCents: 1_500 },
  { code: "SE", currency: "sek", minimumCents: 1_500 },
];

/** Returns null if Stripe cannot pay out to the country. */
export function findPayoutCountry(code: string): PayoutCountry | null {
  return PAYOUT_COUNTRIES.find((country) => country.code === code) ?? null;
}
