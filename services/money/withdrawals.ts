import { sendWithdrawal } from "@fairclick/core/jobs";
import { stored } from "@fairclick/core/language/t";
import type { Withdrawal } from "@fairclick/sql/money/withdrawals";
import type { Ctx } from "../context";

/**
 * Enqueues the job that sends a withdrawal. If the queue is down, it logs a warning, and the next
 * sweep enqueues it.
 */
export async function enqueueWithdrawal(
  ctx: Pick<Ctx, "log" | "queue">,
  withdrawalId: string,
): Promise<void> {
  try {
    await ctx.queue.send(sendWithdrawal, { withdrawalId }, { jobId: withdrawalId });
  } catch (error) {
    ctx.log.warn({ err: error, withdrawalId }, "the withdrawal waits for the next sweep");
  }
}

const MINUTE_MS = 60_000;
const LONGEST_PAUSE_MS = 60 * MINUTE_MS;
/** Card payments become available after two business days; a long weekend is added. */
const GIVE_UP_AFTER_MS = 7 * 24 * 60 * MINUTE_MS;

/**
 * When to retry after Stripe had insufficient funds: 1, 2, 4 … 60 minutes later. Null after seven
 * days: give up.
 */
export function nextRetryAt(
  { attempt, requestedAt }: Pick<Withdrawal, "attempt" | "requestedAt">,
  at: Date,
): Date | null {
  if (at.getTime() - requestedAt.getTime() > GIVE_UP_AFTER_MS) return null;
  const pauseMs = Math.min(MINUTE_MS * 2 ** Math.min(attempt - 1, 10), LONGEST_PAUSE_MS);
  return new Date(at.getTime() + pauseMs);
}

/** Texts for the creator by Stripe's error or failure code. */
const reasons: Record<string, string> = {
  account_invalid: stored`Stripe no longer accepts your payout account. Please set up payouts again.`,
  resource_missing: stored`Stripe no longer knows your payout account. Please set up payouts again.`,
  insufficient_capabilities_for_transfer: stored`Your payout account cannot receive money at the moment. Please complete what Stripe asks for.`,
  transfers_not_allowed: stored`Your payout account cannot receive money at the moment. Please complete what Stripe asks for.`,
  payouts_not_allowed: stored`Your payout account cannot pay out at the moment. Please complete what Stripe asks for.`,
  no_account: stored`Your payout account has no bank account yet. Please add one with Stripe.`,
  account_closed: stored`Your bank account has been closed. Please give Stripe another one.`,
  invalid_account_number: stored`Your bank does not know the account number. Please correct it with Stripe.`,
  debit_not_authorized: stored`Your bank does not allow this payment. Please ask your bank.`,
};

const MONEY_IS_BACK = stored`The money is back in your earnings.`;

/** Returns what the creator reads if Stripe refused a transfer, by Stripe's error code. */
export function refusalReason(code: string | null): string {
  const reason = (code && reasons[code]) || stored`Stripe refused this withdrawal.`;
  return `${reason} ${MONEY_IS_BACK}`;
}

/** Returns what the creator reads if the bank returned a payout, by Stripe's failure code. */
export function returnReason(code: string | null): string {
  const reason = (code && reasons[code]) || stored`Your bank did not take this payment.`;
  return `${reason} ${MONEY_IS_BACK}`;
}

export const GIVEN_UP_REASON = `${stored`Payouts are delayed at the moment.`} ${MONEY_IS_BACK} ${stored`Please try again later.`}`;
export const REVERSED_REASON = `${stored`Stripe reversed this withdrawal.`} ${MONEY_IS_BACK}`;
