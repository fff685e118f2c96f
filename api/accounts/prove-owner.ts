import { AppError } from "@fairclick/core/errors";
import type { Proof } from "@fairclick/services/accounts/auth/prove-identity";
import { takeAddress } from "@fairclick/services/accounts/auth/take-address";
import { requireUser } from "@fairclick/services/actor";
import type { Context } from "hono";
import type { AppEnv } from "../app-env";
import { requestToken } from "../middleware/identify";

/**
 * Runs what only the account's owner may do. Guesses at the password are limited as those at a login
 * are, and forgotten once one was right.
 */
export async function asOwner<Answer>(
  c: Context<AppEnv>,
  password: string | null,
  run: (proof: Proof) => Promise<Answer>,
): Promise<Answer> {
  const { limits } = c.var.deps;
  const userId = requireUser(c.var.ctx);
  await takeAddress(limits, "passwordAddress", c.var.clientIp);
  await limits.take("passwordAccount", userId);
  const answer = await run({ token: ownToken(c), password });
  await limits.forget("passwordAccount", userId);
  return answer;
}

/** The token of a call that was found to be a user's. */
export function ownToken(c: Context<AppEnv>): string {
  const token = requestToken(c);
  if (token === null) throw new AppError("unauthenticated", "Authentication failed");
  return token;
}
