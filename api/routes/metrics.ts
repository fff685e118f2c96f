import { isPublicAddress } from "@fairclick/core/clicks/ip-key";
import { AppError } from "@fairclick/core/errors";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app-env";

/** Prometheus reads this from inside. What comes through a proxy, or from a public address, gets nothing. */
export const metrics = createMiddleware<AppEnv>(async (c) => {
  if (c.req.header("x-forwarded-for") !== undefined || isPublicAddress(c.var.clientIp)) {
    throw new AppError("not_found", "There is nothing at this address");
  }
  const { metrics } = c.var.deps;
  return c.body(await metrics.metrics(), 200, { "content-type": metrics.contentType });
});
