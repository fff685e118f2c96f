import { isPrefetch } from "@fairclick/core/clicks/checks/prefetch";
import { markHoneypot } from "@fairclick/services/clicks/mark-honeypot";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app-env";
import { takeVisitor } from "../middleware/take-visitor";
import { trapPage } from "../redirect/pages";
import { takePurpose } from "../redirect/take-click";

/**
 * Where the links lead that people cannot see. A browser that loads ahead has followed nothing, and
 * a page of somebody else's must not be able to mark its visitors.
 */
export const trap = createMiddleware<AppEnv>(async (c) => {
  if (!isInnocent(c)) await markHoneypot(c.var.ctx, await takeVisitor(c));
  return trapPage();
});

function isInnocent(c: Context<AppEnv>): boolean {
  return (
    isPrefetch(takePurpose(c.req.raw.headers)) || c.req.header("sec-fetch-site") === "cross-site"
  );
}
