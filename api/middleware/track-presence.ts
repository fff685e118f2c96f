import { recordPresence } from "@fairclick/services/accounts/presence";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app-env";
import { getDeviceCookies } from "../redirect/device-cookie";
import { readVisitor } from "./read-visitor";

/**
 * Records the devices and addresses where users are signed in, so that clicks on their own links are
 * not paid. Uses the redirect's device cookie and sets it if it is missing. A new browser that sends
 * several requests at once gets several cookies and keeps the last one; a device is recorded only
 * after the browser sends its cookie. Programs with a personal key are not recorded.
 */
export const trackPresence = createMiddleware<AppEnv>(async (c, next) => {
  const { ctx, deps } = c.var;
  if (ctx.actor.kind === "user" && !ctx.actor.key) {
    const visitor = await readVisitor(c);
    if (!visitor.device) {
      const cookies = await getDeviceCookies(deps.db);
      const cookie = cookies.issue({ secure: deps.config.appUrl.startsWith("https:") });
      c.header("set-cookie", cookie, { append: true });
    }
    await recordPresence(ctx, { userId: ctx.actor.userId, visitor });
  }
  await next();
});
