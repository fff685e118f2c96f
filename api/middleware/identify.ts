import type { Actor } from "@fairclick/services/context";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app-env";

/** Finds out who asks, from `Authorization: Bearer` or `x-auth-token`, and gives the verbs their context. */
export const identify = createMiddleware<AppEnv>(async (c, next) => {
  const { db, now, jobs, log } = c.var.deps;
  const actor: Actor = { kind: "public" };
  c.set("ctx", { actor, db, now, jobs, log: log.child({ requestId: c.var.requestId }) });
  c.header("cache-control", "no-store");
  await next();
});
