import { AppError } from "@fairclick/core/errors";
import { limitAddressAttempts } from "@fairclick/services/accounts/auth/limit-address-attempts";
import type { Proof } from "@fairclick/services/accounts/auth/prove-identity";
import { requireUser } from "@fairclick/services/actor";
import type { Context } from "hono";
import type { AppEnv } from "../app-env";
import { requestToken } from "../middleware/identify";

/**
 * Runs an action that needs proof of ownership. Password guesses are limited as at login; a success
 * clears the account's count.
 */
export async function asOwner<Answer>(
  c: Context<AppEnv>,
  password: string | null,
  run: (proof: Proof) => Promise<Answer>,
): Promise<Answer> {
  const { limits } = c.var.deps;
  const userId = requireUser(c.var.ctx);
  await limitAddressAttempts(limits, "passwordAddress", c.var.clientIp);
  await limits.take("passwordAccount", userId);
  const answer = await run({ token: ownToken(c), password });
  await limits.forget("passwordAccount", userId);
  return answer;
}

/** Returns the request's session token. Throws `unauthenticated` if there is none. */
export function ownToken(c: Context<AppEnv>): string {
  const token = requestToken(c);
  if (token === null) throw new AppError("unauthenticated", "Authentication failed");
  return token;
}
