import type { OperatorId, UserId, WithdrawalId } from "@fairclick/core/ids";
import type { Fragment, Queryable, Tx } from "../db/client";
import { isValidOperatorToken } from "./keys";

const SCOPE = "users:recover";
/** Kind of the notice with the link that lets the owner cancel. */
const REQUESTED = "account.recovery_requested";

type NewRecovery = {
  id: string;
  userId: UserId;
  address: string;
  reason: string;
  by: OperatorId;
  at: Date;
  dueAt: Date;
};

export async function insertRecovery(tx: Tx, recovery: NewRecovery): Promise<void> {
  const { id, userId, address, reason, by, at, dueAt } = recovery;
  await tx`
    /* recoveries.insert */
    insert into recoveries (id, user_id, address, reason, requested_by, requested_at, due_at)
    values (${id}, ${userId}, ${address}, ${reason}, ${by}, ${at}, ${dueAt})`;
}

/** Locks the user's open recovery and returns its id; null if there is none. Lock the user first. */
export async function lockOpenRecovery(tx: Tx, userId: UserId): Promise<string | null> {
  const [row] = await tx<{ id: string }[]>`
    /* recoveries.lockOpen */
    select id from recoveries
    where user_id = ${userId} and cancelled_at is null and finished_at is null
    for update`;
  return row?.id ?? null;
}

export type CancelledBy = "link" | "session" | "sign_in" | "operator";

/** Cancels the user's open recovery and returns its id; null if there is none. */
export async function cancelOpenRecovery(
  tx: Tx,
  { userId, by, at }: { userId: UserId; by: CancelledBy; at: Date },
): Promise<string | null> {
  const [row] = await tx<{ id: string }[]>`
    /* recoveries.cancelOpen */
    update recoveries set cancelled_at = ${at}, cancelled_by = ${by}
    where user_id = ${userId} and cancelled_at is null and finished_at is null
    returning id`;
  return row?.id ?? null;
}

export async function isSuppressed(db: Queryable, address: string): Promise<boolean> {
  const [row] = await db<{ suppressed: boolean }[]>`
    /* recoveries.isSuppressed */
    select ${suppressed(db, db`${address}`)} as suppressed`;
  return row?.suppressed ?? false;
}

/** Lists users with a recovery that is due, sorted by the end of the waiting period. */
export async function listDueRecoveries(
  db: Queryable,
  { at, limit }: { at: Date; limit: number },
): Promise<UserId[]> {
  const rows = await db<{ userId: UserId }[]>`
    /* recoveries.listDue */
    select r.user_id from recoveries r join users u on u.id = r.user_id
    where ${isDue(db, at)} order by r.due_at, r.id limit ${limit}`;
  return rows.map(({ userId }) => userId);
}

/** Marks the user's recovery as finished and returns its id; null if none is due. Lock the user first. */
export async function finishDueRecovery(
  tx: Tx,
  { userId, at }: { userId: UserId; at: Date },
): Promise<string | null> {
  const [row] = await tx<{ id: string }[]>`
    /* recoveries.finishDue */
    update recoveries r set finished_at = ${at} from users u
    where u.id = r.user_id and u.id = ${userId} and ${isDue(tx, at)}
    returning r.id`;
  return row?.id ?? null;
}

/**
 * Whether the recovery `r` of the user `u` can be finished: its waiting period is over, the account has
 * the same address and is not suspended, the mail that lets the owner cancel was sent and more can be,
 * and the operator who requested it may still recover accounts.
 */
function isDue(db: Queryable, at: Date) {
  return db`
    r.due_at <= ${at} and r.cancelled_at is null and r.finished_at is null
    and u.email = r.address and u.suspended_at is null and u.deleted_at is null
    and not ${suppressed(db, db`r.address`)}
    and not exists (select from notices n where n.kind = ${REQUESTED} and n.dedupe_key = r.id::text
      and n.user_id = r.user_id and n.mail_status <> 'sent')
    and exists (select from operator_tokens t where t.operator_id = r.requested_by
      and ${isValidOperatorToken(db)} and ${SCOPE} = any (t.scopes))`;
}

function suppressed(db: Queryable, address: Fragment) {
  return db`exists (select from suppressed_addresses s where s.address = lower(${address}))`;
}

/** Replaces the user's password and disconnects Google. Leaves second factors, passkeys and sessions. */
export async function replaceSignIns(
  tx: Tx,
  { userId, passwordHash, at }: { userId: UserId; passwordHash: string; at: Date },
): Promise<void> {
  await tx`
    /* recoveries.replaceSignIns */
    update users set password_hash = ${passwordHash}, google_subject = null,
      credentials_changed_at = ${at}
    where id = ${userId} and deleted_at is null`;
}

/** Returns when the user's last recovery was finished; null if never. */
export async function findLastRecovery(db: Queryable, userId: UserId): Promise<Date | null> {
  const [row] = await db<{ finishedAt: Date | null }[]>`
    /* recoveries.findLast */
    select max(finished_at) as finished_at from recoveries where user_id = ${userId}`;
  return row?.finishedAt ?? null;
}

export async function deleteUserRecoveries(tx: Tx, userId: UserId): Promise<void> {
  await tx`/* recoveries.deleteOf */ delete from recoveries where user_id = ${userId}`;
}

type ClaimedRow = {
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
    select password_hash, google_subject,
      stripe_account_id, stripe_customer_id
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
};

/**
 * Replaces all ways to sign in by that of the e-mail's owner; removes the payment accounts of the former
 * user, what they said about their age, and their acceptance of the terms.
 */
export async function replaceCredentials(
  tx: Tx,
  { userId, googleSubject, passwordHash, at }: Reclaim,
): Promise<void> {
  await tx`
    /* reclaim.replaceCredentials */
    update users set google_subject = ${googleSubject}, password_hash = ${passwordHash}, email_verified_at = ${at},
      credentials_changed_at = ${at}, is_minor = false, waits_for_game_at = null, guardian_confirmed_at = null,
      stripe_account_id = null, stripe_account_connected_at = null,
      stripe_account_verified = false, stripe_account_checked_at = null,
      stripe_account_attempt = stripe_account_attempt + 1,
      stripe_customer_id = null, stripe_customer_attempt = stripe_customer_attempt + 1
    where id = ${userId}`;
  await tx`/* reclaim.terms */ delete from terms_acceptances where user_id = ${userId}`;
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
    select id, user_id, amount_micros from withdrawals
    where user_id = ${userId} and status = 'pending' and sending_at is null
    for no key update`;
  return row ?? null;
}
