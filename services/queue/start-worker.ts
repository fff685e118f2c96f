import { recordClicks } from "@fairclick/core/jobs";
import type { Job } from "bullmq";
import type { Logger } from "pino";
import { withTimeout } from "../with-timeout";
import { clicksBackoffMs } from "./clicks-backoff";
import type { DeliveredJob, JobRunner, JobWorker } from "./job-queue";
import type { QueueStore } from "./queue-store";

/** So many dead workers do not make a job permanently failed. */
const MAX_STALLED = 20;
const RETRY_AFTER_FAULT_MS = 1_000;
/** Operators are shown the last full minute. */
const COUNTED_MINUTES = 2;

/** A worker that died is noticed once its lock has run out: its job is then run by another. */
export function startWorker(
  store: QueueStore,
  runner: JobRunner,
  { log, lockMs }: { log: Logger; lockMs: number },
): JobWorker {
  const { name } = runner.contract;
  const worker = store.openConsumer(name, (job) => runner.run(job.data, toDelivered(job)), {
    concurrency: runner.concurrency,
    lockDuration: lockMs,
    stalledInterval: Math.ceil(lockMs / 3),
    maxStalledCount: MAX_STALLED,
    runRetryDelay: RETRY_AFTER_FAULT_MS,
    settings: {
      backoffStrategy: (attempt, _type, error) => clicksBackoffMs(attempt, error),
    },
    ...(name === recordClicks.name ? { removeOnComplete: store.keepRecorded } : {}),
    metrics: { maxDataPoints: COUNTED_MINUTES },
  });
  worker.on("error", (error) => log.warn({ err: error, job: name }, "worker"));
  worker.on("failed", (job, error) => {
    log.error({ err: error, job: name, jobId: job?.id, attempt: job?.attemptsMade }, "job failed");
  });
  return {
    stop: async (timeoutMs) => {
      try {
        await withTimeout(worker.close(), timeoutMs, `The job ${name}`);
      } catch (error) {
        log.warn({ err: error, job: name }, "a running job was left to another worker");
        void worker.close(true).catch(() => {});
      }
    },
  };
}

function toDelivered({ id = "", timestamp, attemptsMade }: Job): DeliveredJob {
  return { id, sentAt: new Date(timestamp), attempt: attemptsMade + 1 };
}
