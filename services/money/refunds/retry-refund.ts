import { AppError } from "@fairclick/core/errors";
import type {
  ChangeInput,
  OperatorChange,
} from "@fairclick/core/operations/operator-change-schema";
import { clearRefundRetryAt, type OperatedRefund } from "@fairclick/sql/money/operated-refunds";
import type { Ctx } from "../../context";
import { makeChange } from "../../operations/operators/make-change";
import { enqueueRefund } from "./enqueue-refund";
import { lockRefundForOperator } from "./find-refund";
import { LEASE_MS } from "./send-refund";

/**
 * Retries a refund now instead of at its next scheduled time, or after its job was given up. A
 * failed refund is not retried: its money is back in the wallet.
 */
export async function retryRefund(
  ctx: Ctx,
  { id, ...input }: ChangeInput & { id: string },
): Promise<OperatorChange> {
  const change = await makeChange(ctx, input, async (tx) => {
    const before = await lockRefundForOperator(tx, id);
    requireRetryable(before, ctx.now());
    const { username, amountMicros, attempt, retryAt } = before;
    const about = { username, amountMicros: amountMicros.toString(), attempt };
    return {
      action: "refund.retry",
      subject: `refund:${before.id}`,
      before: { ...about, retryAt: retryAt?.toISOString() ?? null },
      after: { ...about, retryAt: null },
      apply: () => clearRefundRetryAt(tx, before.id),
    };
  });
  if (change.applied) await enqueueRefund(ctx, id);
  return change;
}

function requireRetryable(refund: OperatedRefund, at: Date): void {
  const { status, heldAt, retryAt } = refund;
  const refuse = (message: string) => {
    throw new AppError("conflict", message);
  };
  if (status === "failed") {
    refuse(
      "This refund failed and its money is back in the wallet; its owner can request it again.",
    );
  }
  if (status !== "pending") refuse("Stripe has accepted this refund.");
  if (heldAt) refuse("This refund is held; release it first.");
  if (isOwnerSuspended(refund)) refuse("The account of this refund's owner is suspended.");
  // A worker may hold the lease: two calls at once could get different answers from Stripe.
  if (retryAt && retryAt > at && retryAt.getTime() - at.getTime() <= LEASE_MS) {
    refuse("This refund is being tried, or will be within five minutes.");
  }
}

/** A deleted account counts as suspended, and does not stop its refunds. */
function isOwnerSuspended({ userSuspendedAt, userDeletedAt }: OperatedRefund): boolean {
  return userSuspendedAt !== null && userSuspendedAt.getTime() !== userDeletedAt?.getTime();
}
