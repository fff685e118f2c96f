import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import type { Context } from "hono";
import type { AppEnv } from "../app-env";
import { requestToken } from "../middleware/identify";

/** Returns the request's session token. Throws `unauthenticated` if there is none. */
export function ownToken(c: Context<AppEnv>): string {
  const token = requestToken(c);
  if (token === null) throw new AppError("unauthenticated", t`Authentication failed`);
  return token;
}
