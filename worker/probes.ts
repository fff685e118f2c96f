import { warnOfAge } from "@fairclick/core/ip/ip-data-age";
import { checkReadiness } from "@fairclick/services/health/check-readiness";
import { Hono } from "hono";
import type { WorkerDeps } from "./define-job";

type ProbeDeps = Pick<WorkerDeps, "db" | "queue" | "metrics" | "ipData" | "now">;

/** What supervisors and Prometheus ask a worker; it listens on an inner port only. */
export function createProbes({ db, queue, metrics, ipData, now }: ProbeDeps) {
  const app = new Hono();
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", async (c) => {
    const readiness = await checkReadiness({ db, jobs: queue });
    const warnings = [...readiness.warnings, ...warnOfAge(ipData.ages() ?? [], now())];
    return c.json({ ...readiness, warnings }, readiness.ready ? 200 : 503);
  });
  app.get("/metrics", async (c) =>
    c.body(await metrics.registry.metrics(), 200, {
      "content-type": metrics.registry.contentType,
    }),
  );
  return app;
}
