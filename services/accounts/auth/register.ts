import type { registerRequestSchema } from "@fairclick/core/accounts/account";
import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import { withTx } from "@fairclick/sql/db/tx";
import type { z } from "zod";
import type { Ctx } from "../../context";
import { checkAgreement, recordAgreement } from "../agreement";
import { getAccount } from "../get-account";
import { openAccount } from "../open-account";
import { refuseCommonPassword } from "./common-passwords";
import type { SignedIn } from "./enter-account";
import { openSession, type SigningIn } from "./open-session";
import { hashPassword } from "./password";

/**
 * Creates an account and signs in. Throws `conflict` with the same text, after the same work,
 * whether the e-mail or the username is taken.
 */
export async function register(
  ctx: Ctx,
  input: z.infer<typeof registerRequestSchema> & SigningIn,
): Promise<SignedIn> {
  if (input.website) throw new AppError("validation", t`The request is not valid`);
  checkAgreement(ctx, input);
  refuseCommonPassword(input.password, "password");
  const passwordHash = await hashPassword(input.password);
  const { userId, session } = await openSignedIn(ctx, { ...input, passwordHash });
  return { account: await getAccount(ctx, userId), ...session };
}

type NewAccount = SigningIn & {
  username: string;
  email: string;
  passwordHash: string;
  country?: string | undefined;
  termsVersion?: number | undefined;
  birthMonth?: string | undefined;
};

async function openSignedIn(ctx: Ctx, input: NewAccount) {
  return withTx(ctx.db, async (tx) => {
    const userId = await openAccount(tx, ctx, {
      username: input.username,
      email: input.email,
      passwordHash: input.passwordHash,
      googleSubject: null,
      emailVerifiedAt: null,
      country: input.country ?? null,
    });
    const { userAgent, place, deviceTokens } = input;
    const signingIn = { userId, at: ctx.now(), userAgent, place, deviceTokens };
    const { termsVersion, birthMonth } = input;
    await recordAgreement(tx, ctx, { userId, termsVersion, birthMonth });
    return { userId, session: await openSession(tx, signingIn) };
  }).catch((error: unknown) => {
    throw isTaken(error) ? new AppError("conflict", describeTaken(), { cause: error }) : error;
  });
}

function isTaken(error: unknown): boolean {
  return error instanceof AppError && ["email_taken", "username_taken"].includes(error.code);
}

function describeTaken(): string {
  return t`This username or e-mail address is already in use. Choose another username, or log in.`;
}
