import { microsFromCents } from "@fairclick/core/amounts";
import { FROZEN_DAYS_AFTER_LOSS } from "@fairclick/core/money/lots";
import { freezeLot } from "@fairclick/sql/money/earnings";
import type Stripe from "stripe";
import type { EventHandler } from "../stripe/event-effect";
import { applyCheckoutSession } from "./apply-checkout-session";
import { findPaymentDeposit } from "./find-payment-deposit";
import { retrieveSession } from "./fulfil-deposit";
import { reverseDeposit } from "./reverse-deposit";

const DAY_MS = 86_400_000;

export const onCheckoutSession: EventHandler = async (ctx, { objectId }) => {
  const session = await retrieveSession(ctx, objectId);
  return (tx) => applyCheckoutSession(tx, ctx, session);
};

/**
 * Posts the money that a dispute moved. Status is ignored: an inquiry moves no money. Stripe's
 * dispute fee is charged to the platform and is not part of these amounts.
 */
export const onDispute: EventHandler = async (ctx, { objectId }) => {
  const dispute = await ctx.stripe.disputes.retrieve(objectId);
  const moves = dispute.balance_transactions.map(({ amount }) => amount);
  const takenCents = -moves.filter((amount) => amount < 0).reduce((sum, each) => sum + each, 0);
  const netCents = moves.reduce((sum, each) => sum + each, 0);
  const findDeposit = await findPaymentDeposit(ctx, dispute.payment_intent);
  if (takenCents === 0 || !findDeposit) return null;
  return async (tx) => {
    const deposit = await findDeposit(tx);
    if (!deposit) return;
    await reverseDeposit(ctx, tx, deposit, {
      kind: "dispute",
      idempotencyKey: `stripe:dp:${dispute.id}`,
      amountMicros: microsFromCents(takenCents),
      undone: netCents >= 0,
    });
    const reference = `deposit:${deposit.id}`;
    await freezeLot(tx, { reference, until: frozenUntil(dispute.status, ctx.now()) });
  };
};

/** Until when the earnings from a disputed deposit cannot be withdrawn; null if the dispute was won. */
function frozenUntil(status: Stripe.Dispute.Status, now: Date): Date | "infinity" | null {
  switch (status) {
    case "won":
    case "prevented":
    case "warning_closed":
      return null;
    case "lost":
      return new Date(now.getTime() + FROZEN_DAYS_AFTER_LOSS * DAY_MS);
    default:
      return "infinity";
  }
}
