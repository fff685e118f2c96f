import type { UserId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";

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
    select id, email, password_hash as "passwordHash", google_subject as "googleSubject",
      created_at as "createdAt", email_verified_at as "emailVerifiedAt"
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
    select id, email, password_hash as "passwordHash", google_subject as "googleSubject",
      created_at as "createdAt", email_verified_at as "emailVerifiedAt"
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
