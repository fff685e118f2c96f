import { wholeCentsFromMicros } from "@fairclick/core/amounts";
import { HOME_CURRENCY } from "@fairclick/core/money/payout-countries";
import { withTx } from "@fairclick/sql/db/tx";
import { postponeWithdrawal, setPayout, type Withdrawal } from "@fairclick/sql/money/withdrawals";
import type Stripe from "stripe";
import type { PaymentsCtx } from "../stripe/payments-ctx";
import { classifyStripeFailure } from "../stripe/stripe-failure";
import { nextRetryAt, returnReason } from "./stripe-refusals";
import { applyTransfer, reverseTransfer } from "./transfer";

/**
 * Pays the transferred money out to the creator's bank. If Stripe refuses for good, the transfer is
 * reversed.
 */
export async function sendPayout(ctx: PaymentsCtx, withdrawal: Withdrawal): Promise<void> {
  const payout = (await findPayout(ctx, withdrawal)) ?? (await createOrSettle(ctx, withdrawal));
  if (payout) await setPayout(ctx.db.sql, { id: withdrawal.id, payoutId: payout.id });
}

async function createOrSettle(ctx: PaymentsCtx, withdrawal: Withdrawal) {
  try {
    return await createPayout(ctx, withdrawal);
  } catch (error) {
    const failure = classifyStripeFailure(error);
    if (failure.kind === "unknown") throw error;
    ctx.log.warn({ err: error, withdrawalId: withdrawal.id }, "Stripe refused a payout");
    await settleRefusal(ctx, withdrawal, failure.code);
    return null;
  }
}

async function settleRefusal(
  ctx: PaymentsCtx,
  withdrawal: Withdrawal,
  code: string | null,
): Promise<void> {
  const { id, attempt, transferId } = withdrawal;
  const retryAt = code === "balance_insufficient" ? nextRetryAt(withdrawal, ctx.now()) : null;
  if (retryAt) {
    await postponeWithdrawal(ctx.db.sql, { id, attempt, retryAt });
    return;
  }
  if (!transferId) throw new Error(`Withdrawal ${id} is completed without a transfer`);
  const reason = returnReason(code);
  const transfer = await reverseTransfer(ctx, withdrawal, { transferId, reason });
  await withTx(ctx.db, (tx) => applyTransfer(tx, { transfer, at: ctx.now() }));
}

/** Creates the payout from the creator's Stripe account to their bank. */
async function createPayout(ctx: PaymentsCtx, withdrawal: Withdrawal): Promise<Stripe.Payout> {
  return ctx.stripe.payouts.create(
    {
      ...(await readArrived(ctx, withdrawal)),
      metadata: { withdrawal_id: withdrawal.id },
    },
    {
      stripeAccount: withdrawal.stripeAccountId,
      idempotencyKey: `wd:${withdrawal.id}:payout:${withdrawal.attempt}`,
    },
  );
}

type Arrived = { amount: number; currency: string };

/**
 * Returns what arrived in the creator's Stripe account: abroad, Stripe has converted the dollars of
 * the transfer. In minor units of the currency.
 */
async function readArrived(ctx: PaymentsCtx, withdrawal: Withdrawal): Promise<Arrived> {
  const { id, amountMicros, currency, stripeAccountId, transferId } = withdrawal;
  if (currency === HOME_CURRENCY) return { amount: wholeCentsFromMicros(amountMicros), currency };
  if (!transferId) throw new Error(`Withdrawal ${id} is completed without a transfer`);
  const { destination_payment: payment } = await ctx.stripe.transfers.retrieve(transferId);
  const paymentId = typeof payment === "string" ? payment : payment?.id;
  if (!paymentId) throw new Error(`Transfer ${transferId} has no payment in its account`);
  const { balance_transaction: booked } = await ctx.stripe.charges.retrieve(
    paymentId,
    { expand: ["balance_transaction"] },
    { stripeAccount: stripeAccountId },
  );
  if (!booked || typeof booked === "string") {
    throw new Error(`Payment ${paymentId} is not booked`);
  }
  return { amount: booked.net, currency: booked.currency };
}

/** Finds the payout of an earlier call that got no response. */
async function findPayout(ctx: PaymentsCtx, withdrawal: Withdrawal): Promise<Stripe.Payout | null> {
  const latest = await ctx.stripe.payouts.list(
    { limit: 100 },
    { stripeAccount: withdrawal.stripeAccountId },
  );
  return latest.data.find((p) => p.metadata?.withdrawal_id === withdrawal.id) ?? null;
}
