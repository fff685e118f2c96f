import { findNewerVersion } from "@fairclick/core/clicks/click";
import { recordClicks } from "@fairclick/core/jobs";
import { insertParkedJobs } from "@fairclick/sql/clicks/pending-clicks";
import type { Ctx } from "../../context";
import { UnknownVersionError } from "../../queue/job-options";
import type { DeliveredJob } from "../../queue/job-queue";
import { toParkedJob } from "../../queue/parked-job";

/** Long enough for a rolling upgrade; settlement waits for these clicks meanwhile. */
const WAIT_FOR_UPGRADE_MS = 60 * 60_000;
/** The pauses add up to an hour too, for a job that lay in a queue without a worker. */
const TRIES_FOR_UPGRADE = 60;

type Delivery = { payload: unknown; problem: string; job: DeliveredJob };

/**
 * Parks a job with a payload that is not a batch of clicks: in its queue it would stop settlement for
 * good. A batch of a newer version is retried for an hour first, because a newer worker can record
 * it.
 */
export async function parkUnreadableClicks(ctx: Ctx, delivery: Delivery): Promise<void> {
  const { payload, problem, job } = delivery;
  const version = findNewerVersion(payload);
  const waitedMs = ctx.now().getTime() - job.sentAt.getTime();
  const isPatient = waitedMs < WAIT_FOR_UPGRADE_MS || job.attempt < TRIES_FOR_UPGRADE;
  if (version !== null && isPatient) {
    throw new UnknownVersionError(
      `The clicks are packed in version ${version}, which this worker does not know. Run a newer worker`,
    );
  }
  ctx.log.error({ jobId: job.id, problem }, "A job of clicks was parked");
  const parked = toParkedJob({
    queue: recordClicks.name,
    jobId: job.id,
    payload,
    problem,
    state: "parked",
    sentAt: job.sentAt,
    parkedAt: ctx.now(),
  });
  await insertParkedJobs(ctx.db.sql, [parked]);
}
