import { stored, t } from "@fairclick/core/language/t";
import { withdrawalFailed, withdrawalHeld } from "@fairclick/core/notices/money-notices";
import { lockAccounts } from "@fairclick/sql/money/ledger";
import type { Withdrawal } from "@fairclick/sql/money/outflows";
import { failWithdrawal, postFailed } from "@fairclick/sql/money/withdrawals";
import type { Way } from "./outflows";

const MONEY_IS_BACK = stored`The money is back in your earnings.`;

/** Locks the earnings before the row, as everything does that puts a withdrawal back. */
export const withdrawalWay: Way<"withdrawal"> = {
  kind: "withdrawal",
  heldNotice: withdrawalHeld,
  failedNotice: withdrawalFailed,
  isDone: ({ status, payoutId }) => status === "failed" || payoutId !== null,
  lockFirst: (tx, { userId: ownerId }) => lockAccounts(tx, [{ kind: "earnings", ownerId }]),
  putBack: async (tx, row, reason) => {
    if (!(await failWithdrawal(tx, { id: row.id, reason }))) return false;
    await postFailed(tx, row);
    return true;
  },
  describeRefusal: (code) =>
    code === "balance_insufficient" ? GIVEN_UP_REASON : refusalReason(code),
  describeEnd: ({ status, payoutId }) => {
    if (status === "failed")
      return "This withdrawal failed and its money is back in the earnings; its owner can ask again.";
    return payoutId ? "This withdrawal is on its way to the bank." : null;
  },
  cancelling: {
    cancelled: stored`You cancelled this withdrawal.`,
    byOperator: `${stored`Fairclick refused this withdrawal.`} ${MONEY_IS_BACK}`,
    notFound: () => t`There is no such withdrawal.`,
    tooLate: () => t`This withdrawal can no longer be cancelled.`,
  },
};

export function receiptFacts({ amountMicros, currency, requestedAt }: Withdrawal) {
  return { amountMicros, currency, requestedAt: requestedAt.toISOString() };
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
