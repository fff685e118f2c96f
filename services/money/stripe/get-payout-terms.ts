import {
  describePayoutFee,
  describeUnsupported,
  findPayoutCountry,
  HOME_COUNTRY,
  HOME_CURRENCY,
  type PayoutTermsResponse,
} from "@fairclick/core/money/payout-countries";
import { getStripeUser } from "@fairclick/sql/money/stripe";
import { requireUser } from "../../actor";
import type { PaymentsCtx } from "./payments-ctx";

/** Returns the terms of the user's withdrawals. Without an answer from Stripe, the rate is null. */
export async function getPayoutTerms(ctx: PaymentsCtx): Promise<PayoutTermsResponse> {
  const user = await getStripeUser(ctx.db.sql, requireUser(ctx));
  const code = user.country ?? HOME_COUNTRY;
  const country = findPayoutCountry(code);
  const currency = country?.currency ?? HOME_CURRENCY;
  return {
    country: code,
    fixed: user.accountId !== null,
    unsupported: describeUnsupported(code),
    currency,
    minimum: (country?.minimumCents ?? 1) / 100,
    fee: country ? describePayoutFee(country) : "",
    rate: await readRate(ctx, currency),
  };
}

async function readRate(ctx: PaymentsCtx, currency: string): Promise<number | null> {
  if (currency === HOME_CURRENCY) return 1;
  try {
    const { rates } = await ctx.stripe.exchangeRates.retrieve(HOME_CURRENCY);
    return rates[currency] ?? null;
  } catch (error) {
    ctx.log.warn({ err: error, currency }, "Stripe returned no exchange rate");
    return null;
  }
}
