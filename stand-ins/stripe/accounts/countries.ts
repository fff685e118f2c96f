import { invalidRequest } from "../api/api-error";

/**
 * Currencies of the countries where the stand-in opens accounts: those to which a platform in the
 * United States can pay out. Every other country is refused, Brazil for example.
 */
const currencies: Record<string, string> = {
  US: "usd",
  CA: "cad",
  GB: "gbp",
  CH: "chf",
  LI: "chf",
  CZ: "czk",
  DK: "dkk",
  HU: "huf",
  NO: "nok",
  PL: "pln",
  RO: "ron",
  SE: "sek",
  ...Object.fromEntries(
    "AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK"
      .split(" ")
      .map((code) => [code, "eur"]),
  ),
};

/** What a dollar is worth, Stripe's fee of 1 % included. Round figures that never change. */
const rates: Record<string, number> = {
  usd: 1,
  cad: 1.35,
  chf: 0.8,
  czk: 21,
  dkk: 6.5,
  eur: 0.9,
  gbp: 0.75,
  huf: 350,
  nok: 10,
  pln: 3.8,
  ron: 4.4,
  sek: 9.5,
};

/** Returns the currency of accounts in the country. Throws ApiError if Stripe opens none there. */
export function requireCountryCurrency(country: string): string {
  const currency = currencies[country];
  if (currency) return currency;
  throw invalidRequest(`${country} is not currently supported by Stripe.`, {
    code: "country_unsupported",
    param: "country",
  });
}

/** Rates from `currency` into every other one. Throws ApiError for an unknown currency. */
export function exchangeRates(currency: string) {
  const base = rates[currency];
  if (base === undefined) {
    throw invalidRequest(`Invalid currency: ${currency}`, { param: "id" });
  }
  return {
    id: currency,
    object: "exchange_rate" as const,
    rates: Object.fromEntries(Object.entries(rates).map(([code, rate]) => [code, rate / base])),
  };
}

/** Converts minor units, down to whole ones. `rate` is null if nothing is converted. */
export function convert(amount: number, from: string, to: string) {
  if (from === to) return { amount, currency: to, rate: null };
  const rate = exchangeRates(from).rates[to] ?? 1;
  return { amount: Math.floor(amount * rate), currency: to, rate };
}
