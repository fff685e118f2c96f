import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import { clearRetryAt, type OperatedWithdrawal } from "@fairclick/sql/money/withdrawals";
import type { Ctx } from "../../context";
import { makeChange } from "../../operations/operators/make-change";
import { enqueueWithdrawal } from "./enqueue-withdrawal";
import { lockForOperator } from "./get-withdrawal";
import { LEASE_MS } from "./send-withdrawal";

/**
 * Retries a withdrawal now instead of at its next scheduled time, or after its job was given up. A
 * failed withdrawal is not retried: its money is back in the earnings.
 */
export async function retryWithdrawal(
  ctx: Ctx,
  { id, ...input }: ChangeInput & { id: string },
): Promise<OperatorChange> {
  const change = await makeChange(ctx, input, async (tx) => {
    const before = await lockForOperator(tx, id);
    requireRetryable(before, ctx.now());
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
  if (change.applied) await enqueueWithdrawal(ctx, id);
  return change;
}

function requireRetryable(withdrawal: OperatedWithdrawal, at: Date): void {
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
  // A worker may hold the lease: two calls at once could get different answers from Stripe.
  if (retryAt && retryAt > at && retryAt.getTime() - at.getTime() <= LEASE_MS) {
    refuse("This withdrawal is being tried, or will be within five minutes.");
  }
}
