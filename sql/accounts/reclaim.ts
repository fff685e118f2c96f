import type { UserId, WithdrawalId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";

export type ClaimedRow = {
  passwordHash: string | null;
  googleSubject: string | null;
  stripeAccountId: string | null;
  stripeCustomerId: string | null;
};

/**
 * Locks an account with an unverified e-mail. Null if it is verified, or the account has another
 * e-mail.
 */
export async function lockUnprovedUser(
  tx: Tx,
  { userId, email }: { userId: UserId; email: string },
): Promise<ClaimedRow | null> {
  const [row] = await tx<ClaimedRow[]>`
    /* reclaim.lockUser */
    select password_hash as "passwordHash", google_subject as "googleSubject",
      stripe_account_id as "stripeAccountId", stripe_customer_id as "stripeCustomerId"
    from users
    where id = ${userId} and email = ${email} and email_verified_at is null and deleted_at is null
    for update`;
  return row ?? null;
}

type Reclaim = {
  userId: UserId;
  googleSubject: string | null;
  passwordHash: string | null;
  at: Date;
  parts: string[];
};

/**
 * Replaces all ways to sign in by that of the e-mail's owner; removes the payment accounts, the month
 * of birth and the guardian's confirmation of the former user.
 */
export async function replaceCredentials(
  tx: Tx,
  { userId, googleSubject, passwordHash, at, parts }: Reclaim,
): Promise<void> {
  await tx`
    /* reclaim.replaceCredentials */
    update users set google_subject = ${googleSubject}, password_hash = ${passwordHash}, email_verified_at = ${at},
      credentials_changed_at = ${at}, birth_month = null, guardian_confirmed_at = null,
      stripe_account_id = null, stripe_account_connected_at = null,
      stripe_account_verified = false, stripe_account_checked_at = null,
      stripe_account_attempt = stripe_account_attempt + 1,
      stripe_customer_id = null, stripe_customer_attempt = stripe_customer_attempt + 1,
      reclaimed_at = ${parts.length > 0 ? at : null},
      reclaimed_parts = ${parts.length > 0 ? parts : null}
    where id = ${userId}`;
}

/** Ends the API keys of all campaigns of a developer and returns how many there were. */
export async function endDeveloperKeys(
  tx: Tx,
  { userId, at }: { userId: UserId; at: Date },
): Promise<number> {
  const ended = await tx`
    /* reclaim.endKeys */
    update campaign_keys set ends_at = ${at}
    where campaign_id in (select id from campaigns where developer_id = ${userId})
      and (ends_at is null or ends_at > ${at})`;
  return ended.count;
}

/**
 * Locks the user's pending withdrawal if Stripe was not called for it yet; null if there is none.
 */
export async function lockUnsentWithdrawal(
  tx: Tx,
  userId: UserId,
): Promise<{ id: WithdrawalId; userId: UserId; amountMicros: bigint } | null> {
  const [row] = await tx<{ id: WithdrawalId; userId: UserId; amountMicros: bigint }[]>`
    /* reclaim.lockUnsentWithdrawal */
    select id, user_id as "userId", amount_micros as "amountMicros" from withdrawals
    where user_id = ${userId} and status = 'pending' and sending_at is null
    for no key update`;
  return row ?? null;
}

export async function dismissReclaimNotice(db: Queryable, userId: UserId): Promise<void> {
  await db`
    /* reclaim.dismissNotice */
    update users set reclaimed_at = null, reclaimed_parts = null where id = ${userId}`;
}
