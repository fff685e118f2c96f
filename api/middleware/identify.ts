import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import { findActor } from "@fairclick/services/accounts/actors";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app-env";

const readingMethods = new Set(["GET", "HEAD", "OPTIONS"]);
/** What a suspended user can still do: sign out, and write to the operators. */
const allowedWhenSuspended = /^\/api\/(?:auth\/logout|contact)$/;

/**
 * Identifies the caller by token, limits calls with a personal key, and sets `ctx` for the use cases.
 * A suspended user can read but not change anything, except sign out and write to the operators.
 * Throws `account_suspended` otherwise.
 */
export const identify = createMiddleware<AppEnv>(async (c, next) => {
  const { db, limits, log, now, queue } = c.var.deps;
  c.header("cache-control", "no-store");
  const { actor, suspension } = await findActor({ db, now }, requestToken(c));
  if (suspension && !readingMethods.has(c.req.method) && !allowedWhenSuspended.test(c.req.path)) {
    throw new AppError("account_suspended", explain(suspension));
  }
  if (actor.kind === "user" && actor.key) await limits.take("personalKey", actor.key.id);
  c.set("ctx", { actor, db, now, queue, log: log.child({ requestId: c.var.requestId }) });
  await next();
});

function explain({ reason }: { reason: string | null }): string {
  return reason === null
    ? t`This account is suspended. You can view everything, and you keep your money.`
    : t`This account is suspended. You can view everything, and you keep your money. The reason: ${reason}`;
}

/** Returns the token of `Authorization: Bearer …`, else of `x-auth-token`; null without either. */
export function requestToken(c: Context<AppEnv>): string | null {
  const bearer = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "");
  return bearer?.[1] ?? c.req.header("x-auth-token") ?? null;
}
