import { AppError } from "@fairclick/core/errors";
import { recordClicks } from "@fairclick/core/jobs";
import type {
  ChangeInput,
  OperatorChange,
} from "@fairclick/core/operations/operator-change-schema";
import type { Ctx } from "../context";
import { makeChange } from "../operations/operators/make-change";
import type { QueueOperations } from "./operate-queues";

/**
 * Has the clicks of the last minutes recorded again, after a restore of the database to an earlier
 * moment. A click that is stored is left as it is.
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
