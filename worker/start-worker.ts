import { hostname } from "node:os";
import type { ListAge } from "@fairclick/core/ip/ip-data";
import {
  countConversions,
  deliverMail,
  deliverWebhooks,
  expireHeldClicks,
  finishFindings,
  forget,
  type JobContract,
  judgeLinks,
  judgeSuspects,
  maintainPartitions,
  measureRules,
  moveClicks,
  payProvenClicks,
  reconcileStripe,
  releaseEscrows,
  settleClicks,
  sweepPayments,
  updateIpData,
  verifyBooks,
} from "@fairclick/core/jobs";
import { sumEvents } from "@fairclick/core/notices/webhooks";
import type { Config } from "@fairclick/services/config";
import { repeat, withTimeout } from "@fairclick/services/context";
import { followIpData } from "@fairclick/services/ip/ip-data";
import { createStripe } from "@fairclick/services/money/stripe";
import { createMailer } from "@fairclick/services/notices/deliver-mail";
import { repeatAlerts } from "@fairclick/services/operations/alerts";
import { canReadMetrics, exportVitals } from "@fairclick/services/operations/export-vitals";
import { checkWorkerReadiness } from "@fairclick/services/operations/readiness";
import { createVitalsReader, type VitalsReader } from "@fairclick/services/operations/vitals";
import { isOneOfSeveral } from "@fairclick/services/processes";
import { openQueue } from "@fairclick/services/queue/open-queue";
import { openTracing } from "@fairclick/services/tracing";
import { openClickHouse } from "@fairclick/sql/db/clickhouse";
import { connect } from "@fairclick/sql/db/client";
import { toAppError } from "@fairclick/sql/db/tx";
import {
  listJobsWithWork,
  recordHeartbeat,
  recordWorkerStop,
} from "@fairclick/sql/operations/status";
import { Hono } from "hono";
import type { Logger } from "pino";
import { collectDefaultMetrics } from "prom-client";
import type { WorkerDeps } from "./define-job";
import { clickJobs, workerJobs } from "./jobs";
import { createWorkerMetrics, type WorkerMetrics } from "./metrics";

export type RunningWorker = {
  /** Port of the probes. */
  port: number | undefined;
  /** Takes no more jobs, waits for running ones, closes all connections. */
  stop: () => Promise<void>;
};

export function startWorker(config: Config, log: Logger): RunningWorker {
  const metrics = createWorkerMetrics();
  collectDefaultMetrics({ register: metrics.registry, eventLoopMonitoringPrecision: 1_000 });
  const db = connect(config.databaseUrl, {
    applicationName: "fairclick-worker",
    clickhouse: config.clickhouse && openClickHouse(config.clickhouse),
  });
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
    tracing: openTracing(config, { service: "worker", log }),
  };
  const activity: Activity = { lastJobAt: null, heartbeatProblem: null };
  const readVitals = createVitalsReader({ db, queue: deps.queue });
  exportVitals(metrics.registry, readVitals, config);
  const findHeartbeatProblem = () => activity.heartbeatProblem;
  const probes = serveProbes({ ...deps, readVitals, findHeartbeatProblem });
  const jobs = runJobs(deps, () => {
    activity.lastJobAt = Date.now();
  });
  const alerts = repeatAlerts({
    ...{ ...deps, readVitals, listQueues: deps.queue.listFigures },
    ...{ webhookUrl: config.alertWebhookUrl, appUrl: config.appUrl },
  });
  const heartbeat = startHeartbeat(deps, activity);
  const sending = config.runsEveryJob ? [maintainSchedules(deps), sendJobsWithWork(deps)] : [];
  return {
    port: probes.port,
    stop: async () => {
      await Promise.all(sending.map((one) => one.stop()));
      await alerts.stop();
      await deps.ipData.stop();
      await jobs.stop();
      await heartbeat.stop();
      await probes.stop(true);
      deps.mailer?.close();
      await deps.tracing?.close();
      await deps.queue.close();
      await deps.db.end();
    },
  };
}

function serveProbes(deps: ProbeDeps) {
  const app = createProbes(deps);
  return Bun.serve({
    hostname: deps.config.listenHost,
    port: deps.config.port,
    fetch: (request, server) =>
      app.fetch(request, { peerIp: server.requestIP(request)?.address ?? "" }),
    development: false,
    reusePort: isOneOfSeveral,
  });
}

function showAges({ ipListCheckedAt }: WorkerMetrics, ages: readonly ListAge[]): void {
  ipListCheckedAt.reset();
  for (const { name, checkedAt } of ages) {
    ipListCheckedAt.set({ list: name }, checkedAt.getTime() / 1_000);
  }
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const RETRY_MS = 2 * SECOND;

/** `soonMs`: how often it runs while it has work. */
const schedules: { contract: JobContract; everyMs: number; soonMs?: number }[] = [
  { contract: settleClicks, everyMs: MINUTE, soonMs: 2 * SECOND },
  { contract: countConversions, everyMs: 10 * MINUTE, soonMs: 4 * SECOND },
  { contract: deliverMail, everyMs: MINUTE, soonMs: 4 * SECOND },
  { contract: deliverWebhooks, everyMs: 10 * MINUTE, soonMs: 4 * SECOND },
  { contract: releaseEscrows, everyMs: MINUTE },
  { contract: payProvenClicks, everyMs: MINUTE },
  { contract: sweepPayments, everyMs: MINUTE },
  { contract: finishFindings, everyMs: MINUTE },
  { contract: expireHeldClicks, everyMs: HOUR },
  { contract: judgeLinks, everyMs: 24 * HOUR },
  { contract: measureRules, everyMs: HOUR },
  { contract: judgeSuspects, everyMs: HOUR },
  { contract: maintainPartitions, everyMs: HOUR },
  { contract: forget, everyMs: HOUR },
  { contract: verifyBooks, everyMs: HOUR },
  { contract: reconcileStripe, everyMs: 24 * HOUR },
  { contract: updateIpData, everyMs: HOUR },
];

/**
 * Registers the schedules now and repeatedly, so that a queue that was down or lost them has them
 * again. Idempotent across workers.
 */
function maintainSchedules({ queue, log, config }: Pick<WorkerDeps, "queue" | "log" | "config">) {
  const moving = config.clickhouse ? [{ contract: moveClicks, everyMs: HOUR }] : [];
  return repeat(async () => {
    try {
      const wanted = [...schedules, ...moving];
      await Promise.all(wanted.map(({ contract, everyMs }) => queue.schedule(contract, everyMs)));
      return MINUTE;
    } catch (error) {
      log.warn({ err: error }, "The schedules could not be registered; retrying soon");
      return RETRY_MS;
    }
  });
}

const LOOK_MS = 2 * SECOND;
/** Less than the shortest pause between two looks of one process. */
const SLACK_MS = 500;

/**
 * Sends the jobs that have work. Looking for it is one statement, which costs less than a job that finds
 * none. Several workers send a job as often as one.
 */
function sendJobsWithWork({
  db,
  queue,
  log,
  config,
}: Pick<WorkerDeps, "db" | "queue" | "log" | "config">) {
  const events = sumEvents.map(({ kind }) => kind);
  const { clickWindowSeconds: windowSeconds } = config;
  return repeat(async () => {
    try {
      const names = await listJobsWithWork(db.sql, { windowSeconds, events });
      await Promise.all(
        schedules.map(async ({ contract, soonMs = 0 }) => {
          if (!names.includes(contract.name)) return;
          await queue.send(contract, {}, { everyMs: soonMs - SLACK_MS });
        }),
      );
    } catch (error) {
      log.warn({ err: error }, "The jobs with work could not be sent; retrying soon");
    }
    return LOOK_MS;
  });
}

const EVERY_MS = 10_000;
const TIMEOUT_MS = 5_000;

/**
 * Records in Postgres every few seconds that this worker is alive, which it is while all of its
 * consumers are, and when it last completed a job. `stop` records a clean exit.
 */
function startHeartbeat(
  { db, log, queue }: Pick<WorkerDeps, "db" | "log" | "queue">,
  activity: Activity,
): { stop: () => Promise<void> } {
  const workerId = Bun.randomUUIDv7();
  const host = `${hostname()}:${process.pid}`;
  const beat = async () => {
    const { lastJobAt } = activity;
    const sinceLastJobMs = lastJobAt === null ? null : Date.now() - lastJobAt;
    await recordHeartbeat(db.sql, { workerId, host, sinceLastJobMs });
  };
  const beating = repeat(async () => {
    if (queue.findConsumerProblem() !== null) return RETRY_MS;
    try {
      await withTimeout(beat(), TIMEOUT_MS, "Postgres");
      activity.heartbeatProblem = null;
      return EVERY_MS;
    } catch (error) {
      const reason = toAppError(error);
      activity.heartbeatProblem = reason instanceof Error ? reason.message : null;
      log.warn({ err: error }, "the heartbeat of this worker could not be recorded");
      return RETRY_MS;
    }
  });
  return {
    stop: async () => {
      await beating.stop();
      await withTimeout(recordWorkerStop(db.sql, workerId), TIMEOUT_MS, "Postgres").catch(
        (error: unknown) =>
          log.warn({ err: error }, "the stop of this worker could not be recorded"),
      );
    },
  };
}

type ProbeDeps = Pick<WorkerDeps, "config" | "db" | "queue" | "metrics"> & {
  readVitals: VitalsReader;
  findHeartbeatProblem: () => string | null;
};
type ProbeEnv = { Bindings: { peerIp: string } };

/** Creates the HTTP endpoints for supervisors and Prometheus. */
export function createProbes(deps: ProbeDeps) {
  const { config, queue, metrics } = deps;
  const app = new Hono<ProbeEnv>();
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", async (c) => {
    const readiness = await checkWorkerReadiness({ ...deps, queue });
    return c.json(readiness, readiness.ready ? 200 : 503);
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

type Activity = {
  /** When this worker last completed a job, in ms since 1970; null before the first. */
  lastJobAt: number | null;
  /** Why its last heartbeat failed; null if it was recorded. */
  heartbeatProblem: string | null;
};

const STOP_TIMEOUT_MS = 20_000;

/**
 * Starts one BullMQ worker per job and calls `onCompleted` after each job. `stop` stops them and
 * waits for running jobs.
 */
function runJobs(deps: WorkerDeps, onCompleted: () => void): { stop: () => Promise<void> } {
  const jobs = deps.config.runsEveryJob ? workerJobs : clickJobs;
  const workers = jobs.map(({ contract, concurrency, timeoutMs, run }) =>
    deps.queue.work({
      contract,
      concurrency,
      timeoutMs,
      run: async (data, job) => {
        await run(deps, data, job);
        onCompleted();
      },
    }),
  );
  return {
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop(STOP_TIMEOUT_MS)));
    },
  };
}
