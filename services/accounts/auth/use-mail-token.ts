import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import type { MailTokenPurpose } from "@fairclick/core/notices/define-notice";
import type { Tx } from "@fairclick/sql/db/client";
import { consumeMailToken } from "@fairclick/sql/notices/mail";
import { hashToken, isToken } from "./token";

type Use = {
  purpose: MailTokenPurpose;
  token: string;
  at: Date;
  /** The secret of this browser; null if it has none. */
  browser?: string | null;
};

type UsedMailToken = { userId: UserId; address: string; expiresAt: Date };

/**
 * Consumes the one-time token of a mail's link. Returns null if it is unknown, used, expired, for
 * another purpose, or for another browser. A link that another browser opens is consumed: it has
 * leaked.
 */
export async function consumeToken(
  tx: Tx,
  { purpose, token, at, browser = null }: Use,
): Promise<UsedMailToken | null> {
  if (!isToken(token)) return null;
  const found = await consumeMailToken(tx, { tokenHash: hashToken(token), purpose });
  if (!found || found.expiresAt <= at) return null;
  const { userId, address, expiresAt, browserHash } = found;
  if (browserHash !== null) {
    if (browser === null || Buffer.compare(browserHash, hashToken(browser)) !== 0) return null;
  }
  return { userId, address, expiresAt };
}

/** Throws `forbidden` for every link that does not work, with the same text. */
export function refuseLink(): AppError {
  return new AppError(
    "forbidden",
    t`This link does not work any more: it was used, has expired, or is incomplete. Please ask for a new one.`,
  );
}
