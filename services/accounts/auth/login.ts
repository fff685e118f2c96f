import type { loginRequestSchema } from "@fairclick/core/accounts/account";
import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import { findUserByEmail, lockPassword } from "@fairclick/sql/accounts/users";
import { withTx } from "@fairclick/sql/db/tx";
import type { z } from "zod";
import type { Ctx } from "../../context";
import { enterAccount, type SignIn, withAccount } from "./enter-account";
import type { SigningIn } from "./open-session";
import { verifyPassword } from "./password";

/** Throws the same error, after the same work, whether the e-mail or the password is wrong. */
export async function login(
  ctx: Ctx,
  input: z.infer<typeof loginRequestSchema> & SigningIn,
): Promise<SignIn> {
  const user = await findUserByEmail(ctx.db.sql, input.email.toLowerCase());
  const matches = await verifyPassword(input.password, user?.passwordHash ?? null);
  if (!user || !matches) throw refuse();
  const { userAgent, place, deviceTokens } = input;
  const signingIn = { userId: user.id, at: ctx.now(), userAgent, place, deviceTokens };
  const entry = await withTx(ctx.db, async (tx) => {
    const { id: userId, passwordHash } = user;
    if (!(await lockPassword(tx, { userId, passwordHash }))) throw refuse();
    return enterAccount(tx, signingIn);
  });
  return withAccount(ctx, user.id, entry);
}

function refuse(): AppError {
  return new AppError("unauthenticated", t`Invalid email or password`);
}
