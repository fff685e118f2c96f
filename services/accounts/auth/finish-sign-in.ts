import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { consumePendingSignIn, findPendingUser } from "@fairclick/sql/accounts/sessions";
import { lockCredentials } from "@fairclick/sql/accounts/users";
import { withTx } from "@fairclick/sql/db/tx";
import type { Ctx } from "../../context";
import { acceptCode, readTotpSecret } from "../factors/accept-code";
import { getAccount } from "../get-account";
import type { SignedIn } from "./enter-account";
import { openSession, type SigningIn } from "./open-session";
import { hashToken, isToken } from "./token";

/** Returns the user of a sign-in that waits for a code. Throws `forbidden` if it has expired. */
export async function findPendingSignIn(ctx: Ctx, pendingToken: string | null): Promise<UserId> {
  const userId =
    pendingToken !== null && isToken(pendingToken)
      ? await findPendingUser(ctx.db.sql, { tokenHash: hashToken(pendingToken), at: ctx.now() })
      : null;
  if (userId === null) throw expired();
  return userId;
}

type Finish = SigningIn & { userId: UserId; pendingToken: string; code: string };

/**
 * Completes a sign-in with a code of the authenticator app or a recovery code. Throws `forbidden`; a
 * wrong code leaves the sign-in pending.
 */
export async function finishSignIn(ctx: Ctx, input: Finish): Promise<SignedIn> {
  const { userId, pendingToken, code, userAgent, place, deviceTokens } = input;
  const at = ctx.now();
  const secret = await readTotpSecret(ctx, userId);
  const session = await withTx(ctx.db, async (tx) => {
    if (!(await lockCredentials(tx, { userId, address: null }))) throw expired();
    await acceptCode(tx, ctx, { userId, code, secret });
    if (!(await consumePendingSignIn(tx, { tokenHash: hashToken(pendingToken), at })))
      throw expired();
    return openSession(tx, { userId, at, userAgent, place, deviceTokens });
  });
  return { account: await getAccount(ctx, userId), ...session };
}

function expired(): AppError {
  return new AppError("forbidden", t`This sign-in has expired. Please log in again.`);
}
