import { processStripeEvent, sendRefund, sendWithdrawal } from "@fairclick/core/jobs";
import { stored } from "@fairclick/core/language/stored-text";
import { withTx } from "@fairclick/sql/db/tx";
import { type Deposit, failDeposit, takeUncheckedDeposits } from "@fairclick/sql/money/deposits";
import { listStalledRefunds, takeUncheckedRefunds } from "@fairclick/sql/money/refunds";
import { listStalledEvents } from "@fairclick/sql/money/stripe-events";
import {
  listStalledWithdrawals,
  type OpenPayout,
  takeUncheckedPayouts,
} from "@fairclick/sql/money/withdrawals";
import { fulfilDeposit } from "../deposits/fulfil-deposit";
import { onRefund } from "../refunds/on-refund";
import { returnDeletedWallets } from "../refunds/return-wallet";
import { onPayout } from "../withdrawals/on-withdrawal-events";
import type { PaymentsCtx } from "./payments-ctx";
import { isMissing } from "./stripe-failure";

const PATIENCE_MS = 60_000;
/** Stripe forgets idempotency keys after a day: a deposit without a session by then never gets one. */
const NO_SESSION_AFTER_MS = 25 * 60 * 60 * 1_000;
const AT_ONCE = 100;
const ASKED_AT_ONCE = 25;

/**
 * Resumes deposits, withdrawals, refunds and events that lost their job, webhook or response, and
 * sends the wallets of deleted accounts back. Safe to run concurrently.
 */
export async function sweepPayments(ctx: PaymentsCtx): Promise<void> {
  const at = ctx.now();
  const before = new Date(at.getTime() - PATIENCE_MS);
  for (const { id } of await listStalledEvents(ctx.db.sql, { before, limit: AT_ONCE })) {
    await ctx.queue.send(processStripeEvent, { eventId: id }, { jobId: id });
  }
  const withdrawals = await listStalledWithdrawals(ctx.db.sql, { before, at, limit: AT_ONCE });
  for (const { id } of withdrawals) {
    await ctx.queue.send(sendWithdrawal, { withdrawalId: id }, { jobId: id });
  }
  await returnDeletedWallets(ctx);
  for (const { id } of await listStalledRefunds(ctx.db.sql, { before, at, limit: AT_ONCE })) {
    await ctx.queue.send(sendRefund, { refundId: id }, { jobId: id });
  }
  const deposits = await takeUncheckedDeposits(ctx.db.sql, { at, limit: ASKED_AT_ONCE });
  for (const deposit of deposits) await checkDeposit(ctx, deposit);
  const payouts = await takeUncheckedPayouts(ctx.db.sql, { at, limit: ASKED_AT_ONCE });
  for (const payout of payouts) await checkPayout(ctx, payout);
  const refunds = await takeUncheckedRefunds(ctx.db.sql, { at, limit: ASKED_AT_ONCE });
  for (const refund of refunds) await checkRefund(ctx, refund);
}

/** Logs errors instead of throwing, so that one bad deposit does not stop the others. */
async function checkDeposit(ctx: PaymentsCtx, deposit: Deposit): Promise<void> {
  const { id, checkoutSessionId } = deposit;
  const old = ctx.now().getTime() - deposit.createdAt.getTime() > NO_SESSION_AFTER_MS;
  try {
    if (checkoutSessionId) await fulfilDeposit(ctx, checkoutSessionId);
    else if (old)
      await failDeposit(ctx.db.sql, { id, reason: stored`No payment page was opened.` });
  } catch (error) {
    ctx.log.error({ err: error, depositId: id }, "a deposit could not be checked");
    if (!old || !isMissing(error)) return;
    await failDeposit(ctx.db.sql, { id, reason: stored`Stripe knows nothing of this payment.` });
  }
}

async function checkPayout(ctx: PaymentsCtx, payout: OpenPayout): Promise<void> {
  const { id, payoutId: objectId, stripeAccountId: account } = payout;
  try {
    const effect = await onPayout(ctx, { objectId, account });
    if (effect) await withTx(ctx.db, effect);
  } catch (error) {
    ctx.log.error({ err: error, withdrawalId: id }, "a payout could not be checked");
  }
}

type SentRefund = { id: string; stripeRefundId: string };

async function checkRefund(ctx: PaymentsCtx, { id, stripeRefundId }: SentRefund): Promise<void> {
  try {
    const effect = await onRefund(ctx, { objectId: stripeRefundId, account: null });
    if (effect) await withTx(ctx.db, effect);
  } catch (error) {
    ctx.log.error({ err: error, refundId: id }, "a refund could not be checked");
  }
}
