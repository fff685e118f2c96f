import type { Job, WorkerDeps } from "./define-job";
import { countConversionsJob } from "./jobs/count-conversions";
import { expireHeldClicksJob } from "./jobs/expire-held-clicks";
import { forgetClicksJob } from "./jobs/forget-clicks";
import { forgetPresencesJob } from "./jobs/forget-presences";
import { forgetStripeEventsJob } from "./jobs/forget-stripe-events";
import { maintainPartitionsJob } from "./jobs/maintain-partitions";
import { processStripeEventJob } from "./jobs/process-stripe-event";
import { reconcileStripeJob } from "./jobs/reconcile-stripe";
import { recordClicksJob } from "./jobs/record-clicks";
import { releaseEscrowsJob } from "./jobs/release-escrows";
import { sendWithdrawalJob } from "./jobs/send-withdrawal";
import { settleClicksJob } from "./jobs/settle-clicks";
import { sweepPaymentsJob } from "./jobs/sweep-payments";
import { updateIpDataJob } from "./jobs/update-ip-data";
import { verifyBooksJob } from "./jobs/verify-books";

/** Every job that a worker process runs; one that is not in this list is never run. */
const workerJobs: Job[] = [
  recordClicksJob,
  settleClicksJob,
  releaseEscrowsJob,
  expireHeldClicksJob,
  maintainPartitionsJob,
  forgetClicksJob,
  verifyBooksJob,
  processStripeEventJob,
  sendWithdrawalJob,
  sweepPaymentsJob,
  reconcileStripeJob,
  countConversionsJob,
  forgetPresencesJob,
  forgetStripeEventsJob,
  updateIpDataJob,
];

const STOP_TIMEOUT_MS = 20_000;

/**
 * Starts one worker per job and calls `onCompleted` after each job. `stop` stops them all and waits
 * for what they are doing.
 */
export function runJobs(deps: WorkerDeps, onCompleted: () => void): { stop: () => Promise<void> } {
  const workers = workerJobs.map(({ contract, concurrency, run }) =>
    deps.queue.work({
      contract,
      concurrency,
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
