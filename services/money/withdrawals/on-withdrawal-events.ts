import { isUuid } from "@fairclick/core/ids";
import { findWithdrawal } from "@fairclick/sql/money/withdrawals";
import type { EventHandler } from "../stripe/event-effect";
import { returnReason } from "./stripe-refusals";
import { applyTransfer, reverseTransfer } from "./transfer";

export const onTransfer: EventHandler = async (ctx, { objectId }) => {
  const transfer = await ctx.stripe.transfers.retrieve(objectId);
  return (tx) => applyTransfer(tx, { transfer, at: ctx.now() });
};

/**
 * Reverses the transfer of a failed payout. A payout can fail even after it was paid; its money is
 * then in the creator's Stripe account.
 */
export const onPayout: EventHandler = async (ctx, { objectId, account }) => {
  if (!account) return null;
  const payout = await ctx.stripe.payouts.retrieve(objectId, {}, { stripeAccount: account });
  const failed = payout.status === "failed" || payout.status === "canceled";
  const id = payout.metadata?.withdrawal_id;
  if (!failed || !id || !isUuid(id)) return null;
  const withdrawal = await findWithdrawal(ctx.db.sql, id);
  if (!withdrawal?.transferId || withdrawal.stripeAccountId !== account) return null;
  const transfer = await reverseTransfer(ctx, withdrawal, {
    transferId: withdrawal.transferId,
    reason: returnReason(payout.failure_code),
  });
  return (tx) => applyTransfer(tx, { transfer, at: ctx.now() });
};
