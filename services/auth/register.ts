import { AppError } from "@fairclick/core/errors";
import type { registerRequestSchema } from "@fairclick/core/schemas/account";
import { withTx } from "@fairclick/sql/tx";
import type { z } from "zod";
import type { Ctx } from "../context";
import { type Account, getAccount } from "../users/get-account";
import { openAccount } from "../users/open-account";
import { openSession } from "./open-session";
import { hashPassword } from "./password";

export type SignedIn = { account: Account; token: string };
/** What signs in, so that people know their sessions apart. */
export type SigningIn = { userAgent: string | null };

/** Opens an account and signs in. Throws `email_taken` or `username_taken`. */
export async function register(
  ctx: Ctx,
  input: z.infer<typeof registerRequestSchema> & SigningIn,
): Promise<SignedIn> {
  if (input.website) throw new AppError("validation", "The request is not valid");
  const passwordHash = await hashPassword(input.password);
  const { userId, token } = await withTx(ctx.db, async (tx) => {
    const userId = await openAccount(tx, ctx, {
      username: input.username,
      email: input.email,
      passwordHash,
      googleSubject: null,
      emailVerifiedAt: null,
    });
    const { userAgent } = input;
    return { userId, token: await openSession(tx, { userId, at: ctx.now(), userAgent }) };
  });
  return { account: await getAccount(ctx, userId), token };
}
