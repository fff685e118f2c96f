import { AppError } from "@fairclick/core/errors";
import { canReadMetrics } from "@fairclick/services/operations/export-vitals";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app-env";

/** For Prometheus: with `METRICS_TOKEN`, or from this machine. */
export const metrics = createMiddleware<AppEnv>(async (c) => {
  const { config, metrics } = c.var.deps;
  const { headers } = c.req.raw;
  if (!canReadMetrics(config.metricsToken, { peerIp: c.env.peerIp, headers })) {
    throw config.metricsToken
      ? new AppError("unauthenticated", "Send METRICS_TOKEN as a bearer token")
      : new AppError("not_found", "There is nothing at this address");
  }
  return c.body(await metrics.metrics(), 200, { "content-type": metrics.contentType });
});
