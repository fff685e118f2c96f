import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import { recordClicks } from "@fairclick/core/jobs";
import type { Ctx } from "../context";
import { type ForeseenChange, makeChange } from "../operations/operators/make-change";
import type { QueueOperations } from "./operate-queues";

type Input = ChangeInput & { queue: string };

/** Retries every job that has failed up to now. */
export async function retryFailedJobs(
  ctx: Ctx,
  queues: QueueOperations,
  { queue, ...input }: Input,
): Promise<OperatorChange> {
  const { failed } = await queues.examine(queue);
  if (failed === 0) throw new AppError("conflict", `No job of ${queue} has failed.`);
  const change = await auditChange(ctx, input, {
    action: "queue.retry",
    subject: `queue:${queue}`,
    before: { failed },
    after: { failed: 0 },
  });
  if (change.applied) await queues.retryFailed(queue, ctx.now());
  return change;
}

/**
 * Deletes the waiting jobs of a queue. Throws `conflict` for the queue of clicks, which are stored
 * nowhere else.
 */
export async function drainQueue(
  ctx: Ctx,
  queues: QueueOperations,
  { queue, ...input }: Input,
): Promise<OperatorChange> {
  if (queue === recordClicks.name) {
    throw new AppError("conflict", `The jobs of ${queue} hold clicks that are nowhere else.`);
  }
  const { waiting, delayed } = await queues.examine(queue);
  const change = await auditChange(ctx, input, {
    action: "queue.drain",
    subject: `queue:${queue}`,
    before: { waiting, delayed },
    after: { waiting: 0, delayed: 0 },
  });
  if (change.applied) await queues.drain(queue);
  return change;
}

/** The queue is not part of the transaction: the audit row says what was requested of it, just before. */
async function auditChange(
  ctx: Ctx,
  input: ChangeInput,
  change: ForeseenChange,
): Promise<OperatorChange> {
  return makeChange(ctx, input, async () => ({ ...change, apply: async () => {} }));
}

/**
 * Records the clicks of the last minutes again, after a restore of the database. Stored clicks do
 * not change.
 */
export async function replayRecorded(
  ctx: Ctx,
  queues: QueueOperations,
  input: ChangeInput,
): Promise<OperatorChange> {
  const recorded = await queues.countRecorded();
  if (recorded === null) {
    throw new AppError(
      "conflict",
      "The queue is in Postgres and was restored with it: there are no jobs to put back.",
    );
  }
  if (recorded === 0) throw new AppError("conflict", "The queue keeps no recorded clicks.");
  const change = await makeChange(ctx, input, async () => ({
    action: "queue.replay",
    subject: `queue:${recordClicks.name}`,
    before: { recorded },
    after: { recorded: 0 },
    apply: async () => {},
  }));
  if (change.applied) await queues.replayRecorded();
  return change;
}
