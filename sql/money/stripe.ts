import type { UserId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";
import { type NewTransaction, postTransactions } from "./ledger";

export type StripeUser = {
  id: UserId;
  username: string;
  email: string;
  customerId: string | null;
  accountId: string | null;
  accountVerified: boolean;
  accountAttempt: number;
  customerAttempt: number;
  /** ISO code of the country of the user's bank; null until the user chooses. */
  country: string | null;
};

const columns = (db: Queryable) => db`
  id, username, email, stripe_customer_id as customer_id, stripe_account_id as account_id,
  stripe_account_verified as account_verified, stripe_account_attempt as account_attempt,
  stripe_customer_attempt as customer_attempt, country`;

export async function getStripeUser(db: Queryable, id: UserId): Promise<StripeUser> {
  const [row] = await db<StripeUser[]>`
    /* stripeUsers.get */
    select ${columns(db)} from users where id = ${id}`;
  if (!row) throw new Error(`No user ${id}`);
  return row;
}

type NewCustomer = { userId: UserId; customerId: string; attempt: number; instead: string | null };

/**
 * Stores the user's Stripe customer, unless there is one or it belongs to an earlier attempt, which
 * was disconnected. `instead` is a customer to replace, which Stripe no longer has.
 */
export async function setStripeCustomer(
  db: Queryable,
  { userId, customerId, attempt, instead }: NewCustomer,
): Promise<void> {
  await db`
    /* stripeUsers.setCustomer */
    update users set stripe_customer_id = ${customerId}
    where id = ${userId} and stripe_customer_attempt = ${attempt}
      and stripe_customer_id is not distinct from ${instead}`;
}

type NewAccount = {
  userId: UserId;
  accountId: string;
  country: string;
  attempt: number;
  at: Date;
};

/**
 * Stores the user's Stripe account and its country, unless there is an account or it belongs to an
 * earlier, disconnected attempt.
 */
export async function setStripeAccount(
  db: Queryable,
  { userId, accountId, country, attempt, at }: NewAccount,
): Promise<void> {
  await db`
    /* stripeUsers.setAccount */
    update users set stripe_account_id = ${accountId}, stripe_account_connected_at = ${at},
      country = ${country}
    where id = ${userId} and stripe_account_id is null and stripe_account_attempt = ${attempt}`;
}

/** Returns false if the user has a Stripe account: its country cannot change. */
export async function setCountry(
  tx: Tx,
  { userId, country }: { userId: UserId; country: string },
): Promise<boolean> {
  const { count } = await tx`
    /* stripeUsers.setCountry */
    update users set country = ${country} where id = ${userId} and stripe_account_id is null`;
  return count === 1;
}

/** Increments the attempt, so that the next account is created under another idempotency key. */
export async function nextAccountAttempt(
  db: Queryable,
  { userId, attempt }: { userId: UserId; attempt: number },
): Promise<void> {
  await db`
    /* stripeUsers.nextAccountAttempt */
    update users set stripe_account_attempt = stripe_account_attempt + 1
    where id = ${userId} and stripe_account_attempt = ${attempt}`;
}

/**
 * Stores whether the account is verified. `checkedAt` is when Stripe was queried: older results
 * change nothing.
 */
export async function setAccountVerified(
  db: Queryable | Tx,
  { accountId, verified, checkedAt }: { accountId: string; verified: boolean; checkedAt: Date },
): Promise<void> {
  await db`
    /* stripeUsers.setAccountVerified */
    update users set stripe_account_verified = ${verified}, stripe_account_checked_at = ${checkedAt}
    where stripe_account_id = ${accountId}
      and coalesce(stripe_account_checked_at, '-infinity') < ${checkedAt}`;
}

/** Disconnects an account that is gone at Stripe, so that the user can connect another. */
export async function forgetStripeAccount(
  db: Queryable | Tx,
  { accountId }: { accountId: string },
): Promise<void> {
  await db`
    /* stripeUsers.forgetAccount */
    update users
    set stripe_account_id = null, stripe_account_connected_at = null,
      stripe_account_verified = false, stripe_account_checked_at = null,
      stripe_account_attempt = stripe_account_attempt + 1
    where stripe_account_id = ${accountId}`;
}

/** Returns the id of the billing portal's configuration at Stripe; null before it is created. */
export async function findPortalConfiguration(db: Queryable): Promise<string | null> {
  const [row] = await db<{ id: string | null }[]>`
    /* marketplaceSettings.findPortalConfiguration */
    select stripe_portal_configuration_id as id from marketplace_settings`;
  return row?.id ?? null;
}

export async function setPortalConfiguration(db: Queryable, id: string): Promise<void> {
  await db`
    /* marketplaceSettings.setPortalConfiguration */
    update marketplace_settings set stripe_portal_configuration_id = ${id}`;
}

export type StripeFee = {
  /** Id of the balance transaction that charged it. */
  id: string;
  /** Negative if Stripe returned a fee. */
  micros: bigint;
  memo: string;
};

/** Arbitrary. */
const POSTING_LOCK = 5_318_009;

/**
 * Posts fees, each once: those that are posted already are left out. Only one transaction at a time
 * posts fees. Returns how many were posted.
 */
export async function postStripeFees(tx: Tx, fees: readonly StripeFee[]): Promise<number> {
  await tx`/* stripeFees.lock */ select pg_advisory_xact_lock(${POSTING_LOCK})`;
  const transactions = fees.map(toTransaction);
  const posted = await tx<{ key: string }[]>`
    /* stripeFees.listPosted */
    select idempotency_key as key from ledger_transactions
    where idempotency_key = any (${transactions.map(({ idempotencyKey }) => idempotencyKey)}::text[])`;
  const known = new Set(posted.map(({ key }) => key));
  const missing = transactions.filter(({ idempotencyKey }) => !known.has(idempotencyKey));
  if (missing.length > 0) await postTransactions(tx, missing);
  return missing.length;
}

function toTransaction({ id, micros, memo }: StripeFee): NewTransaction & { id: string } {
  return {
    id: Bun.randomUUIDv7(),
    kind: "stripe_fee",
    idempotencyKey: `stripe_fee:${id}`,
    reference: `stripe:${id}`,
    memo,
    entries: [
      { account: { kind: "stripe_fees" }, micros: -micros },
      { account: { kind: "stripe_clearing" }, micros },
    ],
  };
}
