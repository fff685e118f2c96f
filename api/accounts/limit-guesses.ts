import { limitAddressAttempts } from "@fairclick/services/accounts/limits";
import { requireUser } from "@fairclick/services/changes";
import type { Context } from "hono";
import type { AppEnv } from "../app-env";

/** Limits guesses of the caller's password as at login. A success clears the account's count. */
export async function limitPasswords<Answer>(
  c: Context<AppEnv>,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const { limits } = c.var.deps;
  const userId = requireUser(c.var.ctx);
  await limitAddressAttempts(limits, "passwordAddress", c.var.clientIp);
  await limits.take("passwordAccount", userId);
  const answer = await run();
  await limits.forget("passwordAccount", userId);
  return answer;
}

/** Limits guesses of one account's codes. A success clears the count. */
export async function limitCodes<Answer>(
  c: Context<AppEnv>,
  userId: string,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const { limits } = c.var.deps;
  await limits.take("factorAccount", userId);
  const answer = await run();
  await limits.forget("factorAccount", userId);
  return answer;
}
