import type { ListAge } from "@fairclick/core/ip/ip-data";
import type { Config } from "@fairclick/services/config";
import { followIpData } from "@fairclick/services/ip/ip-data";
import { createStripe } from "@fairclick/services/money/stripe";
import { createMailer } from "@fairclick/services/notices/deliver-mail";
import { exportVitals } from "@fairclick/services/operations/export-vitals";
import { createVitalsReader } from "@fairclick/services/operations/vitals";
import { openQueue } from "@fairclick/services/queue/open-queue";
import { connect } from "@fairclick/sql/db/client";
import type { Logger } from "pino";
import { collectDefaultMetrics } from "prom-client";
import { createActivity } from "./activity";
import type { WorkerDeps } from "./define-job";
import { createWorkerMetrics, type WorkerMetrics } from "./metrics";
import { createProbes, type ProbeDeps } from "./probes";
import { runJobs } from "./run-jobs";
import { maintainSchedules } from "./schedules";
import { startHeartbeat } from "./start-heartbeat";

export type RunningWorker = {
  /** Port of the probes; null if they are off. */
  port: number | null;
  /** Takes no more jobs, waits for running ones, closes all connections. */
  stop: () => Promise<void>;
};

/** Connects to the stores and runs every job. */
export function startWorker(config: Config, log: Logger): RunningWorker {
  const metrics = createWorkerMetrics();
  collectDefaultMetrics({ register: metrics.registry });
  const db = connect(config.databaseUrl, { applicationName: "fairclick-worker" });
  const deps: WorkerDeps = {
    config,
    log,
    metrics,
    db,
    queue: openQueue(config, { log, runsJobs: true }),
    now: () => new Date(),
    ipData: followIpData(db, log, { onAges: (ages) => showAges(metrics, ages) }),
    stripe: createStripe(config.stripe),
    mailer: createMailer(config.mail),
  };
  const activity = createActivity();
  const readVitals = createVitalsReader({ db, queue: deps.queue });
  exportVitals(metrics.registry, readVitals);
  const probeDeps = { ...deps, readVitals, lastActiveAt: activity.lastActiveAt };
  const probes = config.workerPort === null ? null : serveProbes(probeDeps, config.workerPort);
  const jobs = runJobs(deps, activity.jobCompleted);
  const heartbeat = startHeartbeat(deps, activity);
  const schedules = maintainSchedules(deps.queue, log);
  return {
    port: probes?.port ?? null,
    stop: async () => {
      await schedules.stop();
      await deps.ipData.stop();
      await jobs.stop();
      await heartbeat.stop();
      await probes?.stop(true);
      deps.mailer?.close();
      await deps.queue.close();
      await deps.db.end();
    },
  };
}

function serveProbes(deps: ProbeDeps, port: number) {
  const app = createProbes(deps);
  return Bun.serve({
    hostname: deps.config.listenHost,
    port,
    fetch: (request, server) =>
      app.fetch(request, { peerIp: server.requestIP(request)?.address ?? "" }),
    development: false,
  });
}

function showAges({ ipListCheckedAt }: WorkerMetrics, ages: readonly ListAge[]): void {
  ipListCheckedAt.reset();
  for (const { name, checkedAt } of ages) {
    ipListCheckedAt.set({ list: name }, checkedAt.getTime() / 1_000);
  }
}
