import { countryName } from "../../campaigns/countries";
import { t } from "../../language/t";
import { formatDollars, microsFromCents } from "../micros";
import {
  CONVERSION_FEE_PERCENT,
  findPayoutCountry,
  HOME_CURRENCY,
  type PayoutCountry,
} from "./payout-countries";

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
