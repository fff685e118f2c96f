import { expireHeldClicksJob } from "./clicks/expire-held-clicks";
import { finishFindingsJob, judgeLinksJob } from "./clicks/judge-links";
import { maintainPartitionsJob } from "./clicks/maintain-partitions";
import { recordClicksJob } from "./clicks/record-clicks";
import { settleClicksJob } from "./clicks/settle-clicks";
import { countConversionsJob } from "./conversions/count-conversions";
import { measureRulesJob } from "./conversions/measure-rules";
import { payProvenClicksJob } from "./conversions/pay-proven-clicks";
import type { Job, WorkerDeps } from "./define-job";
import { updateIpDataJob } from "./ip/update-ip-data";
import { processStripeEventJob } from "./money/process-stripe-event";
import { reconcileStripeJob } from "./money/reconcile-stripe";
import { releaseEscrowsJob } from "./money/release-escrows";
import { sendRefundJob } from "./money/send-refund";
import { sendWithdrawalJob } from "./money/send-withdrawal";
import { sweepPaymentsJob } from "./money/sweep-payments";
import { verifyBooksJob } from "./money/verify-books";
import { deliverMailJob } from "./notices/deliver-mail";
import { deliverWebhooksJob } from "./notices/deliver-webhooks";
import { sendDigestsJob } from "./notices/send-digests";
import { forgetJob } from "./operations/forget";
import { sendAlertsJob } from "./operations/send-alerts";

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
