import type { ReclaimedPart } from "@fairclick/core/accounts/account";
import type { UserId } from "@fairclick/core/ids";
import type { Language } from "@fairclick/core/language/t";
import type { Queryable, Tx } from "../db/client";
import { requireRow } from "../db/require-row";

export type UserRow = {
  id: UserId;
  email: string;
  passwordHash: string | null;
  googleSubject: string | null;
  emailVerifiedAt: Date | null;
};

export type AccountRow = {
  id: UserId;
  username: string;
  email: string;
  walletMicros: bigint;
  stripeAccountVerified: boolean;
  country: string | null;
  suspendedAt: Date | null;
  suspensionReason: string | null;
  /** When and what was disconnected; both null once the user dismissed the notice. */
  reclaimedAt: Date | null;
  reclaimedParts: ReclaimedPart[] | null;
};

export type NewUserRow = {
  id: UserId;
  username: string;
  email: string;
  passwordHash: string | null;
  googleSubject: string | null;
  emailVerifiedAt: Date | null;
  country?: string | null;
  language: Language;
};

/** Throws `email_taken`, `username_taken` or `conflict` (through `withTx`). */
export async function insertUser(tx: Tx, user: NewUserRow): Promise<void> {
  await tx`
    /* users.insertUser */
    insert into users (id, username, email, password_hash, google_subject, email_verified_at,
      country, language)
    values (${user.id}, ${user.username}, ${user.email}, ${user.passwordHash},
      ${user.googleSubject}, ${user.emailVerifiedAt}, ${user.country ?? null},
      ${user.language})`;
}

/** Compares exactly: `email` must be in lower case, as addresses are stored. */
export async function findUserByEmail(db: Queryable, email: string): Promise<UserRow | null> {
  const [row] = await db<UserRow[]>`
    /* users.findUserByEmail */
    select ${userColumns(db)} from users where email = ${email}`;
  return row ?? null;
}

/** Locks the user, so that the Google account stays connected until the transaction ends. */
export async function lockUserByGoogleSubject(tx: Tx, subject: string): Promise<UserRow | null> {
  const [row] = await tx<UserRow[]>`
    /* users.lockUserByGoogleSubject */
    select ${userColumns(tx)} from users where google_subject = ${subject} for share`;
  return row ?? null;
}

/**
 * Whether a user still has the password that was verified; false if `passwordHash` is null. The
 * password cannot change until the transaction ends: a session that is opened in it does not
 * outlive a password that was just replaced.
 */
export async function lockPassword(
  tx: Tx,
  { userId, passwordHash }: { userId: UserId; passwordHash: string | null },
): Promise<boolean> {
  const rows = await tx`
    /* users.lockPassword */
    select from users where id = ${userId} and password_hash = ${passwordHash} for share`;
  return rows.length === 1;
}

function userColumns(db: Queryable) {
  return db`id, email, password_hash as "passwordHash", google_subject as "googleSubject",
    email_verified_at as "emailVerifiedAt"`;
}

/** Returns the taken ones of `candidates`, in lower case; ignores case when comparing. */
export async function listTakenUsernames(tx: Tx, candidates: string[]): Promise<Set<string>> {
  const rows = await tx<{ name: string }[]>`
    /* users.listTakenUsernames */
    select lower(username) as name from users
    where lower(username) = any (select lower(c) from unnest(${candidates}::text[]) c)`;
  return new Set(rows.map((row) => row.name));
}

type GoogleConnection = { userId: UserId; subject: string; verifiedEmail: string | null; at: Date };

/**
 * Connects a Google account to a user. Returns false if the user already has one. `verifiedEmail` is the
 * address that Google has verified: it proves the user's own if they are the same. Throws
 * `conflict` (through `withTx`) if the Google account is connected to another user.
 */
export async function connectGoogle(tx: Tx, input: GoogleConnection): Promise<boolean> {
  const updated = await tx`
    /* users.connectGoogle */
    update users set google_subject = ${input.subject},
      credentials_changed_at = ${input.at},
      email_verified_at = case when email = ${input.verifiedEmail}
        then coalesce(email_verified_at, ${input.at}) else email_verified_at end
    where id = ${input.userId} and google_subject is null`;
  return updated.count === 1;
}

export async function findAccount(db: Queryable, userId: UserId): Promise<AccountRow | null> {
  const [row] = await db<AccountRow[]>`
    /* users.findAccount */
    select u.id, u.username, u.email, u.stripe_account_verified as "stripeAccountVerified",
      u.country,
      u.suspended_at as "suspendedAt", u.suspension_reason as "suspensionReason",
      u.reclaimed_at as "reclaimedAt", u.reclaimed_parts as "reclaimedParts",
      w.balance_micros as "walletMicros"
    from users u join ledger_accounts w on w.owner_id = u.id and w.kind = 'wallet'
    where u.id = ${userId}`;
  return row ?? null;
}

export type ActivityRow = { clicks: bigint; activeLinks: bigint };

/**
 * Counts a creator's clicks, pending ones included, and the enabled links of campaigns that have
 * neither ended nor been disabled. Links of paused and exhausted campaigns count.
 */
export async function getActivity(
  db: Queryable,
  { userId, at }: { userId: UserId; at: Date },
): Promise<ActivityRow> {
  const [row] = await db<ActivityRow[]>`
    /* users.getActivity */
    select
      (select coalesce(sum(valid + invalid + held + unpaid), 0) from link_outcomes
        where creator_id = ${userId})::bigint
      + (select count(*) from links l
        join pending_clicks p on p.campaign_id = l.campaign_id and p.creator_id = l.creator_id
        where l.creator_id = ${userId}) as clicks,
      (select count(*) from links l join campaigns c on c.id = l.campaign_id
        where l.creator_id = ${userId} and l.disabled_at is null
          and c.disabled_at is null and c.ends_at > ${at}) as "activeLinks"`;
  return requireRow(row, "a creator's activity");
}
