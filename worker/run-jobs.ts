import type { Job, WorkerDeps } from "./define-job";
import {
  countConversionsJob,
  deliverMailJob,
  deliverWebhooksJob,
  expireHeldClicksJob,
  finishFindingsJob,
  judgeLinksJob,
  maintainPartitionsJob,
  measureRulesJob,
  payProvenClicksJob,
  processStripeEventJob,
  reconcileStripeJob,
  recordClicksJob,
  releaseEscrowsJob,
  sendAlertsJob,
  sendDigestsJob,
  sendRefundJob,
  sendWithdrawalJob,
  settleClicksJob,
  sweepPaymentsJob,
  updateIpDataJob,
  verifyBooksJob,
} from "./jobs";
import { forgetJob } from "./operations/forget";

/** The jobs that a worker process runs; a job that is missing here never runs. */
const workerJobs: Job[] = [
  recordClicksJob,
  settleClicksJob,
  releaseEscrowsJob,
  expireHeldClicksJob,
  judgeLinksJob,
  finishFindingsJob,
  maintainPartitionsJob,
  verifyBooksJob,
  processStripeEventJob,
  sendWithdrawalJob,
  sendRefundJob,
  sweepPaymentsJob,
  reconcileStripeJob,
  countConversionsJob,
  payProvenClicksJob,
  measureRulesJob,
  updateIpDataJob,
  deliverMailJob,
  deliverWebhooksJob,
  sendAlertsJob,
  forgetJob,
  sendDigestsJob,
];

const STOP_TIMEOUT_MS = 20_000;

/**
 * Starts one BullMQ worker per job and calls `onCompleted` after each job. `stop` stops them and
 * waits for running jobs.
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
