import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import { endsByItself } from "@fairclick/core/money/withdrawals";
import { withdrawalHeld } from "@fairclick/core/notices/money-notices";
import { type OperatedWithdrawal, updateHold } from "@fairclick/sql/money/withdrawals";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import { makeChange } from "../../operations/operators/make-change";
import { enqueueWithdrawal } from "./enqueue-withdrawal";
import { lockForOperator } from "./get-withdrawal";

type Input = ChangeInput & { id: string };

/**
 * Holds a withdrawal that has not been sent, without an end. Throws `conflict` if it was sent, or is held
 * for more than the brake.
 */
export async function holdWithdrawal(ctx: Ctx, { id, ...input }: Input): Promise<OperatorChange> {
  return makeChange(ctx, input, async (tx) => {
    const before = await lockForOperator(tx, id);
    if (before.heldAt && !endsByItself(before.holdKinds)) {
      throw new AppError("conflict", "This withdrawal is held already.");
    }
    if (before.status !== "pending" || before.sendingAt) {
      throw new AppError("conflict", "This withdrawal was sent: it can no longer be held.");
    }
    return {
      action: "withdrawal.hold",
      subject: `withdrawal:${before.id}`,
      before: facts(before, null),
      after: facts(before, input.reason),
      apply: async () => {
        await updateHold(tx, { id: before.id, at: ctx.now(), reason: input.reason });
        const { userId, amountMicros } = before;
        await notify(tx, ctx, withdrawalHeld, { to: [userId], data: { amountMicros } });
      },
    };
  });
}

/** Releases a held withdrawal and enqueues it. Throws `conflict` if it is not held. */
export async function releaseWithdrawal(
  ctx: Ctx,
  { id, ...input }: Input,
): Promise<OperatorChange> {
  const change = await makeChange(ctx, input, async (tx) => {
    const before = await lockForOperator(tx, id);
    if (!before.heldAt) throw new AppError("conflict", "This withdrawal is not held.");
    return {
      action: "withdrawal.release",
      subject: `withdrawal:${before.id}`,
      before: facts(before, before.holdReason),
      after: facts(before, null),
      apply: () => updateHold(tx, { id: before.id, at: null, reason: null }),
    };
  });
  if (change.applied) await enqueueWithdrawal(ctx, id);
  return change;
}

function facts({ username, amountMicros }: OperatedWithdrawal, holdReason: string | null) {
  return {
    username,
    amountMicros: amountMicros.toString(),
    held: holdReason !== null,
    holdReason,
  };
}
