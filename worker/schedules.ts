import {
  countConversions,
  deliverMail,
  deliverWebhooks,
  expireHeldClicks,
  finishFindings,
  forget,
  type JobContract,
  judgeLinks,
  maintainPartitions,
  measureRules,
  payProvenClicks,
  reconcileStripe,
  releaseEscrows,
  sendAlerts,
  sendDigests,
  settleClicks,
  sweepPayments,
  updateIpData,
  verifyBooks,
} from "@fairclick/core/jobs";
import { repeat } from "@fairclick/services/context";
import type { JobQueue } from "@fairclick/services/queue/jobs";
import type { Logger } from "pino";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const RETRY_MS = 2 * SECOND;

const schedules: { contract: JobContract; everyMs: number }[] = [
  { contract: settleClicks, everyMs: 2 * SECOND },
  { contract: countConversions, everyMs: 5 * SECOND },
  { contract: deliverMail, everyMs: 5 * SECOND },
  { contract: deliverWebhooks, everyMs: 5 * SECOND },
  { contract: releaseEscrows, everyMs: MINUTE },
  { contract: payProvenClicks, everyMs: MINUTE },
  { contract: sweepPayments, everyMs: MINUTE },
  { contract: finishFindings, everyMs: MINUTE },
  { contract: expireHeldClicks, everyMs: HOUR },
  { contract: judgeLinks, everyMs: 24 * HOUR },
  { contract: measureRules, everyMs: HOUR },
  { contract: maintainPartitions, everyMs: HOUR },
  { contract: forget, everyMs: HOUR },
  { contract: verifyBooks, everyMs: HOUR },
  { contract: reconcileStripe, everyMs: 24 * HOUR },
  { contract: updateIpData, everyMs: HOUR },
  { contract: sendDigests, everyMs: HOUR },
  { contract: sendAlerts, everyMs: 5 * MINUTE },
];

/**
 * Registers the schedules now and repeatedly, so that a queue that was down or lost them has them
 * again. Idempotent across workers.
 */
export function maintainSchedules(queue: Pick<JobQueue, "schedule">, log: Logger) {
  return repeat(async () => {
    const results = await Promise.allSettled(
      schedules.map(({ contract, everyMs }) => queue.schedule(contract, everyMs)),
    );
    const failed = results.find((result) => result.status === "rejected");
    if (failed)
      log.warn({ err: failed.reason }, "The schedules could not be registered; retrying soon");
    return failed ? RETRY_MS : MINUTE;
  });
}
