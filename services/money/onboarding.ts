import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import {
  describePayoutFee,
  describeUnsupported,
  findPayoutCountry,
  HOME_COUNTRY,
  HOME_CURRENCY,
  type PayoutTermsResponse,
  raiseMinimum,
  SERVICE_AGREEMENT,
} from "@fairclick/core/money/payout-countries";
import { type Queryable, readDatabaseTime } from "@fairclick/sql/db/client";
import { keepPayoutBanks } from "@fairclick/sql/money/payout-holds";
import {
  findPortalConfiguration,
  forgetStripeAccount,
  getStripeUser,
  nextAccountAttempt,
  type StripeUser,
  setAccountVerified,
  setPortalConfiguration,
  setStripeAccount,
  setStripeCustomer,
} from "@fairclick/sql/money/stripe";
import type Stripe from "stripe";
import { requireUser } from "../changes";
import {
  callStripe,
  classifyStripeFailure,
  type EventHandler,
  isAccountGone,
  isConfigurationGone,
  isCustomerGone,
  type PaymentsCtx,
} from "./stripe";

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

type SeenAccount = { id: string; checkedAt: Date } & (
  | { gone: true }
  | { gone: false; verified: boolean; detailsSubmitted: boolean; fingerprints: string[] }
);

/** Reads a connected account from Stripe. The time is the database's, which orders reads across processes. */
export async function readAccount(ctx: PaymentsCtx, id: string): Promise<SeenAccount> {
  const checkedAt = await readDatabaseTime(ctx.db.sql);
  try {
    const account = await ctx.stripe.accounts.retrieve(id);
    return {
      id,
      checkedAt,
      gone: false,
      verified: isVerified(account),
      detailsSubmitted: account.details_submitted,
      fingerprints: listFingerprints(account),
    };
  } catch (error) {
    if (isAccountGone(error)) return { id, checkedAt, gone: true };
    throw error;
  }
}

/** Can become false again: Stripe may request a document at any time. */
function isVerified(account: Stripe.Account): boolean {
  return account.payouts_enabled && account.capabilities?.transfers === "active";
}

/** Names the bank accounts and cards that the account pays out to. */
function listFingerprints({ external_accounts: accounts }: Stripe.Account): string[] {
  return [...new Set(accounts?.data.flatMap(({ fingerprint }) => fingerprint ?? []))];
}

export async function applyAccount(db: Queryable, account: SeenAccount): Promise<void> {
  const { id, checkedAt } = account;
  if (account.gone) await forgetStripeAccount(db, { accountId: id });
  else {
    const { verified, fingerprints } = account;
    await setAccountVerified(db, { accountId: id, verified, checkedAt });
    await keepPayoutBanks(db, { accountId: id, fingerprints, at: checkedAt });
  }
}

export const onAccount: EventHandler = async (ctx, heard) => {
  if (!heard.account) return null;
  const account = await readAccount(ctx, heard.account);
  return (tx) => applyAccount(tx, account);
};

/**
 * Reads the account from Stripe after onboarding: returning to our page does not mean that
 * onboarding is complete.
 */
export async function refreshAccount(
  ctx: PaymentsCtx,
  userId: UserId,
): Promise<{ verified: boolean }> {
  const { accountId } = await getStripeUser(ctx.db.sql, userId);
  if (accountId) {
    await callStripe(ctx, t`Failed to connect to Stripe. Please try again later.`, async () =>
      applyAccount(ctx.db.sql, await readAccount(ctx, accountId)),
    );
  }
  return { verified: (await getStripeUser(ctx.db.sql, userId)).accountVerified };
}

/** Returns the terms of the user's withdrawals. Without an answer from Stripe, the rate is null. */
export async function getPayoutTerms(
  ctx: PaymentsCtx,
  { minWithdrawalDollars }: { minWithdrawalDollars: number },
): Promise<PayoutTermsResponse> {
  const user = await getStripeUser(ctx.db.sql, requireUser(ctx));
  const code = user.country ?? HOME_COUNTRY;
  const country = raiseMinimum(findPayoutCountry(code), minWithdrawalDollars);
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

/**
 * Calls Stripe with the user's customer, which is created on first use. A customer that Stripe no
 * longer has (deleted, or other keys) is replaced once.
 */
export async function withCustomer<Answer>(
  ctx: PaymentsCtx,
  user: StripeUser,
  call: (customerId: string) => Promise<Answer>,
): Promise<Answer> {
  const customerId = user.customerId ?? (await makeCustomer(ctx, user, null));
  try {
    return await call(customerId);
  } catch (error) {
    if (!isCustomerGone(error)) throw error;
    return call(await makeCustomer(ctx, user, customerId));
  }
}

async function makeCustomer(
  ctx: PaymentsCtx,
  user: StripeUser,
  instead: string | null,
): Promise<string> {
  const key = `customer:${user.id}:${user.customerAttempt}`;
  const customer = await ctx.stripe.customers.create(
    { email: user.email, name: user.username, metadata: { user_id: user.id } },
    { idempotencyKey: instead ? `${key}:instead:${instead}` : key },
  );
  await setStripeCustomer(ctx.db.sql, {
    userId: user.id,
    customerId: customer.id,
    attempt: user.customerAttempt,
    instead,
  });
  return (await getStripeUser(ctx.db.sql, user.id)).customerId ?? customer.id;
}

/** Opens Stripe's billing portal for the user's invoices and cards. */
export async function openPortal(ctx: PaymentsCtx): Promise<{ url: string }> {
  const user = await getStripeUser(ctx.db.sql, requireUser(ctx));
  const session = await callStripe(ctx, t`Failed to open billing management.`, () =>
    withPortalConfiguration(ctx, (configuration) =>
      withCustomer(ctx, user, (customer) =>
        ctx.stripe.billingPortal.sessions.create({
          customer,
          configuration,
          return_url: `${ctx.appUrl}/app/payments`,
        }),
      ),
    ),
  );
  return { url: session.url };
}

/** Raised with every change of the parameters: another version is another configuration. */
const VERSION = "1";
const PARAMS: Stripe.BillingPortal.ConfigurationCreateParams = {
  name: "Fairclick",
  features: { invoice_history: { enabled: true }, payment_method_update: { enabled: true } },
  metadata: { fairclick_portal: VERSION },
};

/**
 * Calls Stripe with the portal's configuration, which is created on first use. One that Stripe does
 * not have, because the keys belong to another account, is replaced once.
 */
async function withPortalConfiguration<Answer>(
  ctx: PaymentsCtx,
  call: (configurationId: string) => Promise<Answer>,
): Promise<Answer> {
  const known = await findPortalConfiguration(ctx.db.sql);
  if (!known) return call(await findOrCreate(ctx));
  try {
    return await call(known);
  } catch (error) {
    if (!isConfigurationGone(error)) throw error;
    return call(await findOrCreate(ctx));
  }
}

/**
 * Finds the configuration that an earlier, interrupted run made: Stripe forgets idempotency keys
 * after a day but keeps configurations. The key covers concurrent runs.
 */
async function findOrCreate(ctx: PaymentsCtx): Promise<string> {
  const { configurations } = ctx.stripe.billingPortal;
  let found: string | null = null;
  for await (const each of configurations.list({ active: true, limit: 100 })) {
    if (each.metadata?.fairclick_portal === VERSION) found = each.id;
  }
  const id =
    found ?? (await configurations.create(PARAMS, { idempotencyKey: `portal:${VERSION}` })).id;
  await setPortalConfiguration(ctx.db.sql, id);
  return id;
}
