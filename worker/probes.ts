import { listAgeWarnings } from "@fairclick/core/ip/ip-data";
import { canReadMetrics } from "@fairclick/services/operations/export-vitals";
import { checkWorkerReadiness } from "@fairclick/services/operations/readiness";
import type { VitalsReader } from "@fairclick/services/operations/vitals";
import { Hono } from "hono";
import type { WorkerDeps } from "./define-job";

export type ProbeDeps = Pick<
  WorkerDeps,
  "config" | "db" | "queue" | "metrics" | "ipData" | "now"
> & { readVitals: VitalsReader; lastActiveAt: () => Date };
type ProbeEnv = { Bindings: { peerIp: string } };

/** Creates the HTTP endpoints for supervisors and Prometheus. */
export function createProbes(deps: ProbeDeps) {
  const { config, queue, metrics, ipData, now } = deps;
  const app = new Hono<ProbeEnv>();
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", async (c) => {
    const readiness = await checkWorkerReadiness({ ...deps, queue });
    const warnings = [...readiness.warnings, ...listAgeWarnings(ipData.ages() ?? [], now())];
    return c.json({ ...readiness, warnings }, readiness.ready ? 200 : 503);
  });
  app.get("/metrics", async (c) => {
    const { peerIp } = c.env;
    if (!canReadMetrics(config.metricsToken, { peerIp, headers: c.req.raw.headers })) {
      return c.text(
        "Metrics need METRICS_TOKEN as a bearer token, or a request from this machine",
        401,
      );
    }
    return c.body(await metrics.registry.metrics(), 200, {
      "content-type": metrics.registry.contentType,
    });
  });
  return app;
}
