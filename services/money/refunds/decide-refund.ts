import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import { stored } from "@fairclick/core/language/stored-text";
import { refundHeld } from "@fairclick/core/notices/money-notices";
import { type OperatedRefund, updateRefundHold } from "@fairclick/sql/money/refunds";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import { makeChange } from "../../operations/operators/make-change";
import { notifyRefundFailed, returnToWallet } from "./apply-refund";
import { enqueueRefund } from "./enqueue-refund";
import { lockRefundForOperator } from "./find-refund";

type Input = ChangeInput & { id: string };

/** Holds a refund that has not been sent. Throws `conflict` if it is held or sent. */
export async function holdRefund(ctx: Ctx, { id, ...input }: Input): Promise<OperatorChange> {
  return makeChange(ctx, input, async (tx) => {
    const before = await lockRefundForOperator(tx, id);
    if (before.heldAt) throw new AppError("conflict", "This refund is held already.");
    requireUnsent(before, "held");
    return {
      action: "refund.hold",
      subject: `refund:${before.id}`,
      before: facts(before, null),
      after: facts(before, input.reason),
      apply: async () => {
        await updateRefundHold(tx, { id: before.id, at: ctx.now(), reason: input.reason });
        const { userId, amountMicros } = before;
        await notify(tx, ctx, refundHeld, { to: [userId], data: { amountMicros } });
      },
    };
  });
}

/** Releases a held refund and enqueues it. Throws `conflict` if it is not held. */
export async function releaseRefund(ctx: Ctx, { id, ...input }: Input): Promise<OperatorChange> {
  const change = await makeChange(ctx, input, async (tx) => {
    const before = await lockRefundForOperator(tx, id);
    if (!before.heldAt) throw new AppError("conflict", "This refund is not held.");
    return {
      action: "refund.release",
      subject: `refund:${before.id}`,
      before: facts(before, before.holdReason),
      after: facts(before, null),
      apply: () => updateRefundHold(tx, { id: before.id, at: null, reason: null }),
    };
  });
  if (change.applied) await enqueueRefund(ctx, id);
  return change;
}

/** Cancels a refund that has not been sent: its money returns to the wallet. Throws `conflict`. */
export async function cancelRefund(ctx: Ctx, { id, ...input }: Input): Promise<OperatorChange> {
  return makeChange(ctx, input, async (tx) => {
    const before = await lockRefundForOperator(tx, id);
    requireUnsent(before, "cancelled");
    const reason = `${stored`Fairclick cancelled this refund.`} ${stored`The money is back in your wallet.`}`;
    return {
      action: "refund.cancel",
      subject: `refund:${before.id}`,
      before: { ...facts(before, before.holdReason), status: before.status },
      after: { ...facts(before, before.holdReason), status: "failed" },
      apply: async () => {
        await returnToWallet(tx, before, { refund: null, reason });
        await notifyRefundFailed(ctx, tx, before, reason);
      },
    };
  });
}

/** Once Stripe may have been called, the outcome is Stripe's. */
function requireUnsent({ status, sendingAt }: OperatedRefund, what: string): void {
  if (status === "pending" && !sendingAt) return;
  throw new AppError("conflict", `This refund was sent: it can no longer be ${what}.`);
}

function facts({ amountMicros }: OperatedRefund, holdReason: string | null) {
  return {
    amountMicros: amountMicros.toString(),
    held: holdReason !== null,
    holdReason,
  };
}
