import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import type { Tx } from "@fairclick/sql/db/client";
import { lockBalance } from "@fairclick/sql/money/ledger";
import { clearRefundRetryAt, type OperatedRefund } from "@fairclick/sql/money/refunds";
import type { Ctx } from "../../context";
import { makeChange } from "../../operations/operators/make-change";
import { enqueueRefund } from "./enqueue-refund";
import { lockRefundForOperator } from "./find-refund";
import { readRefundableDeposits } from "./get-refundable";
import { takeFromWallet } from "./request-refund";
import { LEASE_MS } from "./send-refund";

/**
 * Retries a refund now instead of at its next scheduled time, or after its job was given up. A
 * failed refund is replaced by a new one if its owner's account is deleted; other owners can request
 * one themselves. Throws `conflict`.
 */
export async function retryRefund(
  ctx: Ctx,
  { id, ...input }: ChangeInput & { id: string },
): Promise<OperatorChange> {
  let enqueuedId = id;
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
      apply: async () => {
        if (before.status === "failed") enqueuedId = await replaceRefund(ctx, tx, before);
        else await clearRefundRetryAt(tx, before.id);
      },
    };
  });
  if (change.applied) await enqueueRefund(ctx, enqueuedId);
  return change;
}

/** Makes a new refund of the same deposit, at most of what can go back. Returns its id. */
async function replaceRefund(ctx: Ctx, tx: Tx, failed: OperatedRefund): Promise<string> {
  const { userId, depositId, amountMicros } = failed;
  await lockBalance(tx, { kind: "wallet", ownerId: userId });
  const deposits = await readRefundableDeposits(tx, { userId, at: ctx.now() });
  const deposit = deposits.find(({ id }) => id === depositId);
  if (!deposit) throw new AppError("conflict", "No money of this payment can go back any more.");
  const { refundableMicros } = deposit;
  return takeFromWallet(ctx, tx, {
    userId,
    deposit,
    requestId: Bun.randomUUIDv7(),
    micros: refundableMicros < amountMicros ? refundableMicros : amountMicros,
    holdReason: null,
  });
}

function requireRetryable(refund: OperatedRefund, at: Date): void {
  const { status, heldAt, retryAt, userDeletedAt } = refund;
  const refuse = (message: string) => {
    throw new AppError("conflict", message);
  };
  if (status === "failed" && !userDeletedAt) {
    refuse(
      "This refund failed and its money is back in the wallet; its owner can request it again.",
    );
  }
  if (status === "sent" || status === "succeeded") refuse("Stripe has accepted this refund.");
  if (status === "pending" && heldAt) refuse("This refund is held; release it first.");
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
