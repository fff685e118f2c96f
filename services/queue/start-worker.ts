import type { Logger } from "pino";
import type { JobRunner, JobWorker } from "./job-queue";
import type { QueueStore } from "./queue-store";
import { withTimeout } from "./with-timeout";

/** A worker that died is noticed after its lock has run out: its job is then run by another. */
const LOCK_MS = 15_000;
const STALLED_CHECK_MS = 5_000;
/** So many dead workers do not make a job permanently failed. */
const MAX_STALLED = 20;

export function startWorker(store: QueueStore, runner: JobRunner, log: Logger): JobWorker {
  const { name } = runner.contract;
  const worker = store.openConsumer(name, (job) => runner.run(job.data), {
    concurrency: runner.concurrency,
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_CHECK_MS,
    maxStalledCount: MAX_STALLED,
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
        await worker.close(true);
      }
    },
  };
}
