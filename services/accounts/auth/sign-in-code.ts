import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import {
  consumeSignInCode,
  deleteExpiredSignInCodes,
  insertSignInCode,
  lockUserOfCode,
} from "@fairclick/sql/accounts/sessions";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import type { Ctx } from "../../context";
import { enterAccount, type SignIn, withAccount } from "./enter-account";
import type { SigningIn } from "./open-session";
import { hashToken, isToken, makeToken } from "./token";

const LIFETIME_MS = 60_000;

/**
 * Returns a code that signs the user in once, within 60 seconds, and only in the browser that knows
 * the secret `browser`.
 */
export async function makeSignInCode(
  tx: Tx,
  { userId, browser, at }: { userId: UserId; browser: string; at: Date },
): Promise<string> {
  const code = makeToken();
  await deleteExpiredSignInCodes(tx, at);
  await insertSignInCode(tx, {
    codeHash: hashToken(code),
    browserHash: hashToken(browser),
    userId,
    expiresAt: new Date(at.getTime() + LIFETIME_MS),
  });
  return code;
}

type Exchange = SigningIn & { code: string; browser: string | null };

/**
 * Signs in with a code. Throws `forbidden` if the code is unknown, used, expired or of another
 * browser. A code that another browser presents has leaked and is consumed.
 */
export async function exchangeSignInCode(
  ctx: Ctx,
  { code, browser, ...signingIn }: Exchange,
): Promise<SignIn> {
  const at = ctx.now();
  const opened = await withTx(ctx.db, async (tx) => {
    if (!isToken(code)) return null;
    await lockUserOfCode(tx, hashToken(code));
    const found = await consumeSignInCode(tx, hashToken(code));
    const holds =
      found !== null &&
      found.expiresAt > at &&
      browser !== null &&
      Buffer.compare(found.browserHash, hashToken(browser)) === 0;
    if (!holds) return null;
    const { userId } = found;
    return { userId, entry: await enterAccount(tx, { userId, at, ...signingIn }) };
  });
  if (!opened) {
    throw new AppError("forbidden", t`This sign-in has expired. Please sign in with Google again.`);
  }
  return withAccount(ctx, opened.userId, opened.entry);
}
