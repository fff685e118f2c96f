import { recordPresence } from "@fairclick/services/accounts/record-presence";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app-env";
import { getDeviceCookies } from "../redirect/device-cookie";
import { takeVisitor } from "./take-visitor";

/**
 * Remembers where users are signed in, so that their own clicks are not paid. The cookie is the one
 * that the redirect sets. Calls that a new browser makes at once are each given another one: it keeps
 * the last, and nothing is written down by a cookie before it has come back.
 */
export const trackPresence = createMiddleware<AppEnv>(async (c, next) => {
  const { ctx, deps } = c.var;
  if (ctx.actor.kind === "user") {
    const visitor = await takeVisitor(c);
    if (!visitor.device) {
      const cookies = await getDeviceCookies(deps.db);
      const cookie = cookies.issue({ secure: deps.config.appUrl.startsWith("https:") });
      c.header("set-cookie", cookie, { append: true });
    }
    await recordPresence(ctx, { userId: ctx.actor.userId, visitor });
  }
  await next();
});
