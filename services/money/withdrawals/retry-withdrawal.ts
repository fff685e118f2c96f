import { AppError } from "@fairclick/core/errors";
import type {
  ChangeInput,
  OperatorChange,
} from "@fairclick/core/operations/operator-change-schema";
import { clearRetryAt, type OperatedWithdrawal } from "@fairclick/sql/money/operated-withdrawals";
import type { Ctx } from "../../context";
import { makeChange } from "../../operations/operators/make-change";
import { sendSoon } from "./enqueue-withdrawal";
import { lockForOperator } from "./get-withdrawal";
import { LEASE_MS } from "./send-withdrawal";

/**
 * Has a withdrawal tried again now: one that waits for a later try, or whose job was given up. One
 * that failed is not tried again: its money is back, and its owner asks for another.
 */
export async function retryWithdrawal(
  ctx: Ctx,
  { id, ...input }: ChangeInput & { id: string },
): Promise<OperatorChange> {
  const change = await makeChange(ctx, input, async (tx) => {
    const before = await lockForOperator(tx, id);
    refuseWhatCannotBeTried(before, ctx.now());
    const { username, amountMicros, attempt, retryAt } = before;
    const about = { username, amountMicros: amountMicros.toString(), attempt };
    return {
      action: "withdrawal.retry",
      subject: `withdrawal:${before.id}`,
      before: { ...about, retryAt: retryAt?.toISOString() ?? null },
      after: { ...about, retryAt: null },
      apply: () => clearRetryAt(tx, before.id),
    };
  });
  if (change.applied) await sendSoon(ctx, id);
  return change;
}

function refuseWhatCannotBeTried(withdrawal: OperatedWithdrawal, at: Date): void {
  const { status, payoutId, heldAt, userSuspendedAt, retryAt } = withdrawal;
  const refuse = (message: string) => {
    throw new AppError("conflict", message);
  };
  if (status === "failed") {
    refuse(
      "This withdrawal failed and its money is back in the earnings; its owner can ask again.",
    );
  }
  if (payoutId) refuse("This withdrawal is on its way to the bank.");
  if (heldAt) refuse("This withdrawal is held; release it first.");
  if (userSuspendedAt) refuse("The account of this withdrawal's owner is suspended.");
  // Until then somebody may be at work on it, and two at once could get different answers.
  if (retryAt && retryAt > at && retryAt.getTime() - at.getTime() <= LEASE_MS) {
    refuse("This withdrawal is being tried, or will be within five minutes.");
  }
}
