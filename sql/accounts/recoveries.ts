import type { OperatorId, UserId, WithdrawalId } from "@fairclick/core/ids";
import type { Fragment, Queryable, Tx } from "../db/client";
import { isValidOperatorToken } from "./keys";

const SCOPE = "users:recover";
/** Kind of the notice with the link that lets the owner cancel. */
const REQUESTED = "account.recovery_requested";

export type OpenRecovery = {
  id: string;
  /** The account's address when the recovery was requested. */
  address: string;
  reason: string;
  requestedBy: OperatorId;
  requestedAt: Date;
  /** When the waiting period ends. */
  dueAt: Date;
};

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

/** Locks the user's open recovery. Lock the user first. */
export async function lockOpenRecovery(tx: Tx, userId: UserId): Promise<OpenRecovery | null> {
  const [row] = await tx<OpenRecovery[]>`
    /* recoveries.lockOpen */
    select id, address, reason, requested_by, requested_at,
      due_at
    from recoveries
    where user_id = ${userId} and cancelled_at is null and finished_at is null
    for update`;
  return row ?? null;
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

/** Closes a recovery as finished. Returns false if it is closed, or still in its waiting period. */
export async function closeRecovery(
  tx: Tx,
  { id, at }: { id: string; at: Date },
): Promise<boolean> {
  const updated = await tx`
    /* recoveries.close */
    update recoveries set finished_at = ${at}
    where id = ${id} and due_at <= ${at} and cancelled_at is null and finished_at is null`;
  return updated.count === 1;
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

/** Returns whether the operator has a valid token that may recover accounts. */
export async function mayRecover(db: Queryable, operatorId: OperatorId): Promise<boolean> {
  const [row] = await db<{ may: boolean }[]>`
    /* recoveries.mayRecover */
    select ${hasToken(db, db`${operatorId}`)} as may`;
  return row?.may ?? false;
}

/** Returns whether mails to the address are stopped. */
export async function isSuppressed(db: Queryable, address: string): Promise<boolean> {
  const [row] = await db<{ suppressed: boolean }[]>`
    /* recoveries.isSuppressed */
    select ${suppressed(db, db`${address}`)} as suppressed`;
  return row?.suppressed ?? false;
}

/**
 * Returns why the mail that lets the owner cancel a recovery was not sent: it is still
 * `queued`, or finally `skipped` or `failed`. Null if it was sent.
 */
export async function findUnsentMail(
  db: Queryable,
  { id, userId }: { id: string; userId: UserId },
): Promise<"queued" | "skipped" | "failed" | null> {
  const [row] = await db<{ status: "queued" | "skipped" | "failed" }[]>`
    /* recoveries.findUnsentMail */
    select n.mail_status as status ${unsentMail(db, { id: db`${id}`, userId: db`${userId}::uuid` })}`;
  return row?.status ?? null;
}

/** Lists users with a recovery that can be finished by mail, sorted by the end of the waiting period. */
export async function listDueRecoveries(
  db: Queryable,
  { at, limit }: { at: Date; limit: number },
): Promise<UserId[]> {
  const rows = await db<{ userId: UserId }[]>`
    /* recoveries.listDue */
    select r.user_id from recoveries r
    join users u on u.id = r.user_id and u.email = r.address
      and u.suspended_at is null and u.deleted_at is null
    where r.due_at <= ${at} and r.cancelled_at is null and r.finished_at is null
      and not ${suppressed(db, db`r.address`)}
      and not exists (select ${unsentMail(db, { id: db`r.id::text`, userId: db`r.user_id` })})
      and ${hasToken(db, db`r.requested_by`)}
    order by r.due_at, r.id limit ${limit}`;
  return rows.map(({ userId }) => userId);
}

function suppressed(db: Queryable, address: Fragment) {
  return db`exists (select from suppressed_addresses s where s.address = lower(${address}))`;
}

function unsentMail(db: Queryable, { id, userId }: { id: Fragment; userId: Fragment }) {
  return db`from notices n where n.kind = ${REQUESTED} and n.dedupe_key = ${id}
    and n.user_id = ${userId} and n.mail_status <> 'sent'`;
}

function hasToken(db: Queryable, operatorId: Fragment) {
  return db`exists (select from operator_tokens t
    where t.operator_id = ${operatorId} and ${isValidOperatorToken(db)} and ${SCOPE} = any (t.scopes))`;
}

/** Returns when the user's last recovery was finished; null if never. */
export async function findLastRecovery(db: Queryable, userId: UserId): Promise<Date | null> {
  const [row] = await db<{ finishedAt: Date | null }[]>`
    /* recoveries.findLast */
    select max(finished_at) as finished_at from recoveries where user_id = ${userId}`;
  return row?.finishedAt ?? null;
}

/**
 * Returns the end of the rest after the last reset link of an operator; null if there was none. The
 * audit log holds it, because nobody can change or delete its rows.
 */
export async function findResetLinkCooldownEnd(
  db: Queryable,
  userId: UserId,
): Promise<Date | null> {
  const [row] = await db<{ end: Date | null }[]>`
    /* recoveries.findResetLinkCooldownEnd */
    select max((after ->> 'cooldownEndsAt')::timestamptz) as "end" from audit_log
    where subject = ${`user:${userId}`} and action = 'user.reset_link'`;
  return row?.end ?? null;
}

export async function deleteUserRecoveries(tx: Tx, userId: UserId): Promise<void> {
  await tx`/* recoveries.deleteOf */ delete from recoveries where user_id = ${userId}`;
}

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
  parts: string[];
};

/**
 * Replaces all ways to sign in by that of the e-mail's owner; removes the payment accounts of the former
 * user, what they said about their age, and their acceptance of the terms.
 */
export async function replaceCredentials(
  tx: Tx,
  { userId, googleSubject, passwordHash, at, parts }: Reclaim,
): Promise<void> {
  await tx`
    /* reclaim.replaceCredentials */
    update users set google_subject = ${googleSubject}, password_hash = ${passwordHash}, email_verified_at = ${at},
      credentials_changed_at = ${at}, is_minor = false, guardian_confirmed_at = null,
      stripe_account_id = null, stripe_account_connected_at = null,
      stripe_account_verified = false, stripe_account_checked_at = null,
      stripe_account_attempt = stripe_account_attempt + 1,
      stripe_customer_id = null, stripe_customer_attempt = stripe_customer_attempt + 1,
      reclaimed_at = ${parts.length > 0 ? at : null},
      reclaimed_parts = ${parts.length > 0 ? parts : null}
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

export async function dismissReclaimNotice(db: Queryable, userId: UserId): Promise<void> {
  await db`
    /* reclaim.dismissNotice */
    update users set reclaimed_at = null, reclaimed_parts = null where id = ${userId}`;
}
