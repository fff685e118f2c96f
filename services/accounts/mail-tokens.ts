import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { resetPassword } from "@fairclick/core/notices/account-notices";
import {
  redeemToken,
  type TokenPurpose,
  takeResetRequests,
} from "@fairclick/sql/accounts/one-time-tokens";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import type { Ctx } from "../context";
import { notify } from "../notify";
import { hashToken, isToken } from "./token";

type Use = {
  purpose: TokenPurpose;
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
  const found = await redeemToken(tx, { tokenHash: hashToken(token), purpose });
  if (!found?.userId || found.expiresAt <= at) return null;
  const { userId, content: address, expiresAt, browserHash } = found;
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

const BATCH = 100;
const MAX_BATCHES = 20;

/** Queues the mails that people asked for. An address without an account gets none. */
export async function answerResetRequests(ctx: Ctx): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const count = await withTx(ctx.db, async (tx) => {
      const requests = await takeResetRequests(tx, BATCH);
      for (const { key, userId } of requests) {
        if (userId !== null) await notify(tx, ctx, resetPassword, { to: [userId], data: {}, key });
      }
      return requests.length;
    });
    if (count < BATCH) return;
  }
}
