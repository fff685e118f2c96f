import type { UserId } from "@fairclick/core/ids";
import type { Language } from "@fairclick/core/language/t";
import { type Queryable, requireRow, type Tx } from "../db/client";

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
  waitsForGameAt: Date | null;
  suspendedAt: Date | null;
  suspensionReason: string | null;
} & Pick<AgreementRow, "isMinor" | "guardianConfirmedAt">;

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
  return db`id, email, password_hash, google_subject,
    email_verified_at`;
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
    select u.id, u.username, u.email, u.stripe_account_verified,
      u.country,
      u.suspended_at, u.suspension_reason,
      u.is_minor, u.guardian_confirmed_at, u.waits_for_game_at,
      w.balance_micros as wallet_micros
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
          and c.disabled_at is null and c.ends_at > ${at}) as active_links`;
  return requireRow(row, "a creator's activity");
}

export type CredentialsRow = {
  id: UserId;
  email: string;
  passwordHash: string | null;
  googleSubject: string | null;
  createdAt: Date;
  emailVerifiedAt: Date | null;
};

/** Returns what a user can sign in with; null if the account is deleted. */
export async function findCredentials(
  db: Queryable,
  userId: UserId,
): Promise<CredentialsRow | null> {
  const [row] = await db<CredentialsRow[]>`
    /* credentials.find */
    select id, email, password_hash, google_subject,
      created_at, email_verified_at
    from users where id = ${userId} and deleted_at is null`;
  return row ?? null;
}

type PasswordChange = { userId: UserId; before: string | null; after: string; at: Date };

/** Returns false if the password is no longer the one `before`. */
export async function replacePassword(
  tx: Tx,
  { userId, before, after, at }: PasswordChange,
): Promise<boolean> {
  const updated = await tx`
    /* credentials.replacePassword */
    update users set password_hash = ${after}, credentials_changed_at = ${at}
    where id = ${userId} and password_hash is not distinct from ${before} and deleted_at is null`;
  return updated.count === 1;
}

/** Throws `username_taken` (through `withTx`). */
export async function setUsername(
  tx: Tx,
  { userId, username }: { userId: UserId; username: string },
): Promise<void> {
  await tx`
    /* credentials.setUsername */
    update users set username = ${username} where id = ${userId}`;
}

/**
 * Locks the user and returns the credentials. Null if the account is deleted, or if its address is
 * not `address`; null accepts every address.
 */
export async function lockCredentials(
  tx: Tx,
  { userId, address }: { userId: UserId; address: string | null },
): Promise<CredentialsRow | null> {
  const [row] = await tx<CredentialsRow[]>`
    /* credentials.lock */
    select id, email, password_hash, google_subject,
      created_at, email_verified_at
    from users
    where id = ${userId} and deleted_at is null and email = coalesce(${address}, email)
    for no key update`;
  return row ?? null;
}

/** Returns false if the address is no longer the account's. Keeps the first confirmation. */
export async function confirmEmail(
  tx: Tx,
  { userId, address, at }: { userId: UserId; address: string; at: Date },
): Promise<boolean> {
  const updated = await tx`
    /* credentials.confirmEmail */
    update users set email_verified_at = coalesce(email_verified_at, ${at})
    where id = ${userId} and email = ${address} and deleted_at is null`;
  return updated.count === 1;
}

type EmailChange = { userId: UserId; email: string; at: Date };

/** Sets an address that its owner has confirmed. Throws `email_taken` (through `withTx`). */
export async function setConfirmedEmail(tx: Tx, change: EmailChange): Promise<void> {
  const { userId, email, at } = change;
  await tx`
    /* credentials.setConfirmedEmail */
    update users set email = ${email}, email_verified_at = ${at}, credentials_changed_at = ${at}
    where id = ${userId}`;
}

/** Sets an address, unconfirmed. Throws `email_taken` (through `withTx`). */
export async function setEmail(tx: Tx, { userId, email, at }: EmailChange): Promise<void> {
  await tx`
    /* credentials.setEmail */
    update users set email = ${email}, email_verified_at = null, credentials_changed_at = ${at}
    where id = ${userId} and email <> ${email}`;
}

/**
 * Returns false and changes nothing if no Google account is connected, or if the user has no password
 * to sign in with afterwards.
 */
export async function disconnectGoogle(
  tx: Tx,
  { userId, at }: { userId: UserId; at: Date },
): Promise<boolean> {
  const updated = await tx`
    /* credentials.disconnectGoogle */
    update users set google_subject = null, credentials_changed_at = ${at}
    where id = ${userId} and google_subject is not null and password_hash is not null`;
  return updated.count === 1;
}

export async function getLanguage(db: Queryable, userId: UserId): Promise<Language> {
  const [row] = await db<{ language: Language }[]>`
    /* language.get */
    select language from users where id = ${userId}`;
  return requireRow(row, "a user's language").language;
}

/** Returns false if it is the user's language already. */
export async function setLanguage(
  tx: Tx,
  { userId, language }: { userId: UserId; language: Language },
): Promise<boolean> {
  const { count } = await tx`
    /* language.set */
    update users set language = ${language}
    where id = ${userId} and deleted_at is null and language <> ${language}`;
  return count === 1;
}

export type AgreementRow = {
  /** The latest version that the user accepted; null if none. */
  termsVersion: number | null;
  isMinor: boolean;
  /** When a user under 18 confirmed that the payout account is a guardian's; null if not. */
  guardianConfirmedAt: Date | null;
};

export async function getAgreement(db: Queryable, userId: UserId): Promise<AgreementRow> {
  const [row] = await db<AgreementRow[]>`
    /* agreements.get */
    select u.is_minor, u.guardian_confirmed_at,
      (select max(version) from terms_acceptances t where t.user_id = u.id) as terms_version
    from users u where u.id = ${userId}`;
  return requireRow(row, "the user's agreement");
}

/** Keeps the time of the first acceptance of a version. */
export async function insertAcceptance(
  tx: Tx,
  { userId, version, at }: { userId: UserId; version: number; at: Date },
): Promise<void> {
  await tx`
    /* agreements.insert */
    insert into terms_acceptances (user_id, version, accepted_at)
    values (${userId}, ${version}, ${at}) on conflict do nothing`;
}

/**
 * Returns false if nothing changes. A change forgets the confirmation of a guardian, which was about
 * the earlier age.
 */
export async function setMinor(
  tx: Tx,
  { userId, isMinor }: { userId: UserId; isMinor: boolean },
): Promise<boolean> {
  const { count } = await tx`
    /* agreements.setMinor */
    update users set is_minor = ${isMinor}, guardian_confirmed_at = null
    where id = ${userId} and is_minor <> ${isMinor}`;
  return count === 1;
}

/** Keeps the time of the first confirmation. Returns false if there was one, and for adults. */
export async function setGuardianConfirmed(
  tx: Tx,
  { userId, at }: { userId: UserId; at: Date },
): Promise<boolean> {
  const { count } = await tx`
    /* agreements.setGuardianConfirmed */
    update users set guardian_confirmed_at = ${at}
    where id = ${userId} and is_minor and guardian_confirmed_at is null`;
  return count === 1;
}
