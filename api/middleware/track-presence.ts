import type { Visitor } from "@fairclick/services/clicks/device-key";
import { recordPresence } from "@fairclick/services/users/record-presence";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app-env";
import { newDeviceCookie, readDevice } from "../redirect/device-cookie";

const MAX_HEADER_LENGTH = 2_048;

/**
 * Remembers where users are signed in, so that their own clicks are not paid. The cookie is the one
 * that the redirect sets.
 */
export const trackPresence = createMiddleware<AppEnv>(async (c, next) => {
  const { ctx, deps } = c.var;
  if (ctx.actor.kind === "user") {
    const visitor = takeVisitor(c);
    if (!visitor.device) {
      const cookie = newDeviceCookie({ secure: deps.config.appUrl.startsWith("https:") });
      c.header("set-cookie", cookie, { append: true });
    }
    await recordPresence(ctx, { userId: ctx.actor.userId, visitor });
  }
  await next();
});

/** The same headers, cut at the same length, as those of a click. */
function takeVisitor(c: Context<AppEnv>): Visitor {
  const take = (name: string) => c.req.header(name)?.slice(0, MAX_HEADER_LENGTH) ?? null;
  return {
    ip: c.var.clientIp,
    device: readDevice(c.req.header("cookie") ?? null),
    userAgent: take("user-agent"),
    acceptLanguage: take("accept-language"),
    secChUa: take("sec-ch-ua"),
    secChUaMobile: take("sec-ch-ua-mobile"),
    secChUaPlatform: take("sec-ch-ua-platform"),
  };
}
