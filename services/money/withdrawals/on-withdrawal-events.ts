import { isUuid } from "@fairclick/core/ids";
import { withdrawalArrived } from "@fairclick/core/notices/money-notices";
import type { Tx } from "@fairclick/sql/db/client";
import { findWithdrawal, lockWithdrawal, type Withdrawal } from "@fairclick/sql/money/withdrawals";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import type { EventHandler } from "../stripe/event-effect";
import { returnReason } from "./stripe-refusals";
import { applyTransfer, reverseTransfer } from "./transfer";

export const onTransfer: EventHandler = async (ctx, { objectId }) => {
  const transfer = await ctx.stripe.transfers.retrieve(objectId);
  return (tx) => applyTransfer(tx, { transfer, at: ctx.now() });
};

/**
 * Reverses the transfer of a failed payout, and reports a paid one. A payout can fail even after it was paid; its money is
 * then in the creator's Stripe account.
 */
export const onPayout: EventHandler = async (ctx, { objectId, account }) => {
  if (!account) return null;
  const payout = await ctx.stripe.payouts.retrieve(objectId, {}, { stripeAccount: account });
  const failed = payout.status === "failed" || payout.status === "canceled";
  const id = payout.metadata?.withdrawal_id;
  if (!(failed || payout.status === "paid") || !id || !isUuid(id)) return null;
  const withdrawal = await findWithdrawal(ctx.db.sql, id);
  if (!withdrawal?.transferId || withdrawal.stripeAccountId !== account) return null;
  if (!failed) return (tx) => notifyArrived(ctx, tx, withdrawal);
  const transfer = await reverseTransfer(ctx, withdrawal, {
    transferId: withdrawal.transferId,
    reason: returnReason(payout.failure_code),
  });
  return (tx) => applyTransfer(tx, { transfer, at: ctx.now() });
};

/** A payout that failed in the meantime is reported as failed only. */
async function notifyArrived(ctx: Ctx, tx: Tx, { id }: Withdrawal): Promise<void> {
  const withdrawal = await lockWithdrawal(tx, id);
  if (withdrawal?.status !== "completed" || withdrawal.returnedMicros > 0n) return;
  const { userId, amountMicros } = withdrawal;
  await notify(tx, ctx, withdrawalArrived, { to: [userId], data: { amountMicros }, key: id });
}
