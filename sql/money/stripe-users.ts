import type { UserId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";

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
  id, username, email, stripe_customer_id as "customerId", stripe_account_id as "accountId",
  stripe_account_verified as "accountVerified", stripe_account_attempt as "accountAttempt",
  stripe_customer_attempt as "customerAttempt", country`;

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
