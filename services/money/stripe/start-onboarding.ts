import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import {
  describeUnsupported,
  HOME_COUNTRY,
  SERVICE_AGREEMENT,
} from "@fairclick/core/money/payout-countries";
import {
  getStripeUser,
  nextAccountAttempt,
  type StripeUser,
  setStripeAccount,
} from "@fairclick/sql/money/stripe";
import { requireUser } from "../../actor";
import { callStripe, type PaymentsCtx } from "./payments-ctx";
import { applyAccount, readAccount } from "./read-account";
import { classifyStripeFailure } from "./stripe-failure";

/**
 * Returns a link to set up payouts: Stripe's onboarding until it is complete, the Express dashboard
 * afterwards. Links work once and expire within minutes, so they are neither stored nor logged. An
 * omitted country is the stored one. Throws `conflict` if Stripe cannot pay out to the country.
 */
export function startOnboarding(
  ctx: PaymentsCtx,
  { country }: { country?: string | undefined } = {},
): Promise<{ url: string }> {
  return callStripe(ctx, t`Could not start Stripe onboarding process.`, async () => {
    const stored = await getStripeUser(ctx.db.sql, requireUser(ctx));
    const user = { ...stored, country: country ?? stored.country };
    const accountId = user.accountId ?? (await makeAccount(ctx, user));
    const account = await readAccount(ctx, accountId);
    await applyAccount(ctx.db.sql, account);
    if (account.gone) return openOnboarding(ctx, await makeAccountAgain(ctx, user));
    if (!account.verified) return openOnboarding(ctx, accountId);
    const { url } = await ctx.stripe.accounts.createLoginLink(accountId);
    return { url };
  });
}

async function makeAccountAgain(ctx: PaymentsCtx, { id, country }: StripeUser): Promise<string> {
  const user = await getStripeUser(ctx.db.sql, id);
  return user.accountId ?? makeAccount(ctx, { ...user, country });
}

/**
 * Creates the user's Stripe account in their country, with manual payouts: each withdrawal has its own
 * transfer and payout. The id is stored before any link is made; concurrent calls share an
 * idempotency key, so both get the same account. If the country changed between two calls, each
 * creates an account and only the first is stored, with its country.
 */
async function makeAccount(ctx: PaymentsCtx, user: StripeUser): Promise<string> {
  const country = user.country ?? HOME_COUNTRY;
  const unsupported = describeUnsupported(country);
  if (unsupported) throw new AppError("conflict", unsupported);
  const idempotencyKey = `connect:${user.id}:${user.accountAttempt}:${country}`;
  try {
    const account = await ctx.stripe.accounts.create(
      {
        type: "express",
        country,
        email: user.email,
        capabilities: { transfers: { requested: true } },
        tos_acceptance: { service_agreement: SERVICE_AGREEMENT },
        settings: { payouts: { schedule: { interval: "manual" } } },
        metadata: { user_id: user.id },
      },
      { idempotencyKey },
    );
    await setStripeAccount(ctx.db.sql, {
      userId: user.id,
      accountId: account.id,
      country,
      attempt: user.accountAttempt,
      at: ctx.now(),
    });
    return (await getStripeUser(ctx.db.sql, user.id)).accountId ?? account.id;
  } catch (error) {
    if (classifyStripeFailure(error).kind === "refused") {
      await nextAccountAttempt(ctx.db.sql, { userId: user.id, attempt: user.accountAttempt });
    }
    throw error;
  }
}

async function openOnboarding(ctx: PaymentsCtx, account: string): Promise<{ url: string }> {
  const { url } = await ctx.stripe.accountLinks.create({
    account,
    type: "account_onboarding",
    refresh_url: `${ctx.appUrl}/app/payments?reauth=1`,
    return_url: `${ctx.appUrl}/app/payments?stripe_return=1`,
  });
  return { url };
}
