import type { UserId } from "@fairclick/core/ids";
import type { MailTokenPurpose } from "@fairclick/core/notices/define-notice";
import type { Queryable, Tx } from "../db/client";

export type MailTokenRow = {
  userId: UserId;
  address: string;
  expiresAt: Date;
  /** Null: the link works in every browser. */
  browserHash: Uint8Array | null;
};

type NewMailToken = MailTokenRow & { tokenHash: Uint8Array; purpose: MailTokenPurpose };

/** At most this many links of one purpose work per user: more mails disable the oldest. */
const MAX_TOKENS = 5;

export async function insertMailToken(db: Queryable, token: NewMailToken): Promise<void> {
  await db`
    /* mailTokens.insert */
    with surplus as (
      delete from mail_tokens where token_hash in (
        select token_hash from mail_tokens
        where user_id = ${token.userId} and purpose = ${token.purpose}
        order by expires_at desc offset ${MAX_TOKENS - 1})
    )
    insert into mail_tokens (token_hash, user_id, purpose, address, expires_at,
      browser_hash)
    values (${token.tokenHash}, ${token.userId}, ${token.purpose}, ${token.address},
      ${token.expiresAt}, ${token.browserHash})`;
}

/** Deletes a token and returns its row, expired or not; null if there is none of this purpose. */
export async function consumeMailToken(
  tx: Tx,
  { tokenHash, purpose }: { tokenHash: Uint8Array; purpose: MailTokenPurpose },
): Promise<MailTokenRow | null> {
  const [row] = await tx<MailTokenRow[]>`
    /* mailTokens.consume */
    delete from mail_tokens where token_hash = ${tokenHash} and purpose = ${purpose}
    returning user_id as "userId", address, expires_at as "expiresAt",
      browser_hash as "browserHash"`;
  return row ?? null;
}

export async function deleteMailTokens(
  tx: Tx,
  { userId, purposes }: { userId: UserId; purposes: MailTokenPurpose[] },
): Promise<void> {
  await tx`
    /* mailTokens.deleteOf */
    delete from mail_tokens where user_id = ${userId} and purpose = any (${purposes}::text[])`;
}

/** Deletes a batch of expired tokens. Returns their number. */
export async function deleteExpiredMailTokens(db: Queryable, at: Date): Promise<number> {
  const deleted = await db`
    /* mailTokens.deleteExpired */
    delete from mail_tokens where token_hash in (
      select token_hash from mail_tokens where expires_at <= ${at} limit 1000)`;
  return deleted.count;
}
