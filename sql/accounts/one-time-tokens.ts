import type { UserId } from "@fairclick/core/ids";
import type { MailTokenPurpose } from "@fairclick/core/notices/define-notice";
import type { Queryable, Tx } from "../db/client";

/**
 * `google_code`: fetches the session after the return from Google. `second_factor`: a sign-in that
 * waits for a code. `add_passkey` and `use_passkey`: what a passkey must sign. `request_reset`: somebody
 * wants a mail with a link to a new password.
 */
export type TokenPurpose =
  | MailTokenPurpose
  | "google_code"
  | "second_factor"
  | "add_passkey"
  | "use_passkey"
  | "request_reset";

export type OneTimeToken = {
  /** Null only for `use_passkey` and `request_reset`. */
  userId: UserId | null;
  /** The address that a mail's link was sent to or is requested for, or what a passkey must sign; else empty. */
  content: string;
  /** Null: works in every browser. */
  browserHash: Uint8Array | null;
  expiresAt: Date;
};

type Named = { tokenHash: Uint8Array; purpose: TokenPurpose };
type NewToken = Named & Pick<OneTimeToken, "userId" | "expiresAt"> & Partial<OneTimeToken>;

/** At most this many tokens of one purpose work per user: more of them disable the oldest. */
const MAX_TOKENS = 5;

export async function insertToken(db: Queryable, token: NewToken): Promise<void> {
  const { tokenHash, purpose, userId, content = "", browserHash = null, expiresAt } = token;
  await db`
    /* oneTimeTokens.insert */
    with surplus as (
      delete from one_time_tokens where token_hash in (
        select token_hash from one_time_tokens where user_id = ${userId} and purpose = ${purpose}
        order by expires_at desc offset ${MAX_TOKENS - 1})
    )
    insert into one_time_tokens (token_hash, purpose, user_id, content, browser_hash, expires_at)
    values (${tokenHash}, ${purpose}, ${userId}, ${content}, ${browserHash}, ${expiresAt})`;
}

/** Returns a token, expired or not; null if there is none of this purpose. */
export async function findToken(
  db: Queryable,
  { tokenHash, purpose }: Named,
): Promise<OneTimeToken | null> {
  const [row] = await db<OneTimeToken[]>`
    /* oneTimeTokens.find */
    select user_id, content, browser_hash, expires_at from one_time_tokens
    where token_hash = ${tokenHash} and purpose = ${purpose}`;
  return row ?? null;
}

/** Deletes a token and returns its row, expired or not; null if there is none of this purpose. */
export async function redeemToken(
  tx: Tx,
  { tokenHash, purpose }: Named,
): Promise<OneTimeToken | null> {
  const [row] = await tx<OneTimeToken[]>`
    /* oneTimeTokens.consume */
    delete from one_time_tokens where token_hash = ${tokenHash} and purpose = ${purpose}
    returning user_id, content, browser_hash, expires_at`;
  return row ?? null;
}

/**
 * Redeems the oldest requests for a mail and returns them with the accounts that have the address; null if
 * none has it.
 */
export async function takeResetRequests(
  tx: Tx,
  limit: number,
): Promise<{ key: string; userId: UserId | null }[]> {
  return tx<{ key: string; userId: UserId | null }[]>`
    /* oneTimeTokens.takeResetRequests */
    with taken as (
      delete from one_time_tokens where token_hash in (
        select token_hash from one_time_tokens where user_id is null and purpose = 'request_reset'
        order by expires_at limit ${limit} for update skip locked)
      returning token_hash, content
    )
    select encode(t.token_hash, 'hex') as key, u.id as user_id
    from taken t left join users u on u.email = t.content and u.deleted_at is null`;
}

/**
 * Locks the account of a token until the transaction ends. Call it before `redeemToken` if the
 * account is locked afterwards: every transaction locks an account before its tokens.
 */
export async function lockUserOfToken(tx: Tx, tokenHash: Uint8Array): Promise<void> {
  await tx`
    /* oneTimeTokens.lockUser */
    select from users
    where id = (select user_id from one_time_tokens where token_hash = ${tokenHash}) for share`;
}

export async function deleteTokens(
  tx: Tx,
  { userId, purposes }: { userId: UserId; purposes: TokenPurpose[] },
): Promise<void> {
  await tx`
    /* oneTimeTokens.deleteOf */
    delete from one_time_tokens where user_id = ${userId} and purpose = any (${purposes}::text[])`;
}

/** Ends the user's unfinished sign-ins: codes from Google, and those that wait for a second factor. */
export function deleteUserSignInCodes(tx: Tx, userId: UserId): Promise<void> {
  return deleteTokens(tx, { userId, purposes: ["google_code", "second_factor"] });
}

/** Deletes a batch of expired tokens. Returns their number. */
export async function deleteExpiredTokens(db: Queryable, at: Date): Promise<number> {
  const deleted = await db`
    /* oneTimeTokens.deleteExpired */
    delete from one_time_tokens where token_hash in (
      select token_hash from one_time_tokens where expires_at <= ${at} limit 100
      for update skip locked)`;
  return deleted.count;
}
