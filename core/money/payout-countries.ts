import { z } from "zod";
import { formatDollars, microsFromCents } from "../amounts";
import { countryName } from "../countries";
import { t } from "../language/t";

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

/** Returns the country with the installation's smallest withdrawal, if that is larger than Stripe's. */
export function raiseMinimum(country: PayoutCountry | null, dollars: number): PayoutCountry | null {
  return country && { ...country, minimumCents: Math.max(country.minimumCents, dollars * 100) };
}

/** Returns the smallest withdrawal over all countries, such as `$0.01 to $15.00, by country`. */
export function describeMinimums(dollars: number): string {
  const cents = PAYOUT_COUNTRIES.map(({ minimumCents }) => Math.max(minimumCents, dollars * 100));
  const write = (of: number) => formatDollars(microsFromCents(of));
  return t`${write(Math.min(...cents))} to ${write(Math.max(...cents))}, by country`;
}

/** Names the rows above to people who have no account. */
export function describePayoutCountries(): string {
  return t`Stripe sends the money to banks in the United States, Canada, the United Kingdom, the EU, Norway, Switzerland and Liechtenstein.`;
}

/** Returns what people in a country that Stripe cannot pay out to read; null if it can. */
export function describeUnsupported(code: string): string | null {
  if (findPayoutCountry(code)) return null;
  return t`Stripe cannot pay out to ${countryName(code)} yet; you can still spend earnings on your own campaigns.`;
}

/** Returns what a withdrawal to the country costs, in sentences for users. */
export function describePayoutFee({ currency }: PayoutCountry): string {
  if (currency === HOME_CURRENCY) return t`Fairclick pays Stripe's fee for the payout.`;
  return t`Fairclick pays Stripe's fee for the payout. Stripe converts dollars into ${currency.toUpperCase()} at its rate of the day, which includes its fee of ${CONVERSION_FEE_PERCENT}%.`;
}

/** Returns the message if an amount is below the country's minimum; null if it is not. */
export function describeBelowMinimum(country: PayoutCountry, amountCents: number): string | null {
  if (amountCents >= country.minimumCents) return null;
  return t`The smallest withdrawal to ${countryName(country.code)} is ${formatDollars(microsFromCents(country.minimumCents))}.`;
}

export const withdrawalPending = () =>
  t`You already have an open withdrawal. Please wait until it has completed.`;

/** What a user reads before a withdrawal. All of it follows from the country of the user's bank. */
export const payoutTermsResponseSchema = z.object({
  /** ISO code; the platform's own country until the user chooses. */
  country: z.string(),
  /** Whether a payout account exists. Its country cannot change. */
  fixed: z.boolean(),
  /** What people read in a country that Stripe cannot pay out to; null in all others. */
  unsupported: z.string().nullable(),
  /** Currency of the bank account, in lower case. */
  currency: z.string(),
  /** The smallest withdrawal, in dollars. */
  minimum: z.number(),
  fee: z.string(),
  /** Units of `currency` per dollar, Stripe's fee included; null if unknown. 1 for dollars. */
  rate: z.number().nullable(),
});
export type PayoutTermsResponse = z.infer<typeof payoutTermsResponseSchema>;
