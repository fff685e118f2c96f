import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { HOME_COUNTRY, SERVICE_AGREEMENT } from "@fairclick/core/money/countries/payout-countries";
import { describeUnsupported } from "@fairclick/core/money/countries/payout-terms";
import {
  forgetStripeAccount,
  getStripeUser,
  nextAccountAttempt,
  type StripeUser,
  setStripeAccount,
} from "@fairclick/sql/money/stripe-users";
import { requireUser } from "../../actor";
import { callStripe, type PaymentsCtx } from "./payments-ctx";
import { applyAccount, readAccount } from "./read-account";
import { classifyStripeFailure } from "./stripe-failure";

type Payouts = {
  userId: UserId;
  /** Country of the bank; if omitted, the stored one. */
  country?: string | undefined;
  /** The guardian who owns the account; null if the user owns it. */
  guardian: Guardian | null;
};
type Guardian = { id: string; email: string };
type Holder = StripeUser & { guardian: Guardian | null };

/** Like `openPayouts`, for the caller's own account. */
export function startOnboarding(
  ctx: PaymentsCtx,
  { country }: Pick<Payouts, "country"> = {},
): Promise<{ url: string }> {
  return openPayouts(ctx, { userId: requireUser(ctx), country, guardian: null });
}

/**
 * Returns a link to set up payouts: Stripe's onboarding until it is complete, the Express dashboard
 * afterwards. Links work once and expire within minutes, so they are neither stored nor logged. An
 * account in another person's name is disconnected first. Throws `conflict` if Stripe cannot pay out
 * to the country.
 */
export function openPayouts(
  ctx: PaymentsCtx,
  { userId, country, guardian }: Payouts,
): Promise<{ url: string }> {
  return callStripe(ctx, t`Could not start Stripe onboarding process.`, async () => {
    const stored = await disconnectOthers(ctx, userId, guardian);
    const user = { ...stored, guardian, country: country ?? stored.country };
    const accountId = user.accountId ?? (await makeAccount(ctx, user));
    const account = await readAccount(ctx, accountId);
    await applyAccount(ctx.db.sql, account);
    if (account.gone) return openOnboarding(ctx, await makeAccountAgain(ctx, user), guardian);
    if (!account.verified) return openOnboarding(ctx, accountId, guardian);
    const { url } = await ctx.stripe.accounts.createLoginLink(accountId);
    return { url };
  });
}

async function disconnectOthers(
  ctx: PaymentsCtx,
  userId: UserId,
  guardian: Guardian | null,
): Promise<StripeUser> {
  const user = await getStripeUser(ctx.db.sql, userId);
  const { accountId, accountGuardianId } = user;
  if (!accountId || accountGuardianId === (guardian?.id ?? null)) return user;
  await forgetStripeAccount(ctx.db.sql, { accountId });
  return getStripeUser(ctx.db.sql, userId);
}

async function makeAccountAgain(
  ctx: PaymentsCtx,
  { id, country, guardian }: Holder,
): Promise<string> {
  const user = await getStripeUser(ctx.db.sql, id);
  return user.accountId ?? makeAccount(ctx, { ...user, country, guardian });
}

/**
 * Creates the creator's or the guardian's Stripe account in their country, with manual payouts: each
 * withdrawal has its own transfer and payout. The id is stored before any link is made; concurrent calls share an
 * idempotency key, so both get the same account. If the country changed between two calls, each
 * creates an account and only the first is stored, with its country.
 */
async function makeAccount(ctx: PaymentsCtx, user: Holder): Promise<string> {
  const country = user.country ?? HOME_COUNTRY;
  const unsupported = describeUnsupported(country);
  if (unsupported) throw new AppError("conflict", unsupported);
  const { guardian } = user;
  const owner = guardian ? `:${guardian.id}` : "";
  const idempotencyKey = `connect:${user.id}:${user.accountAttempt}:${country}${owner}`;
  try {
    const account = await ctx.stripe.accounts.create(
      {
        type: "express",
        country,
        email: guardian?.email ?? user.email,
        capabilities: { transfers: { requested: true } },
        tos_acceptance: { service_agreement: SERVICE_AGREEMENT },
        settings: { payouts: { schedule: { interval: "manual" } } },
        metadata: { user_id: user.id, ...(guardian && { guardian_id: guardian.id }) },
      },
      { idempotencyKey },
    );
    await setStripeAccount(ctx.db.sql, {
      userId: user.id,
      accountId: account.id,
      country,
      guardianId: guardian?.id ?? null,
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

async function openOnboarding(
  ctx: PaymentsCtx,
  account: string,
  guardian: Guardian | null,
): Promise<{ url: string }> {
  const page = guardian ? "guardian/consent" : "app/payments";
  const { url } = await ctx.stripe.accountLinks.create({
    account,
    type: "account_onboarding",
    refresh_url: `${ctx.appUrl}/${page}?reauth=1`,
    return_url: `${ctx.appUrl}/${page}?stripe_return=1`,
  });
  return { url };
}
