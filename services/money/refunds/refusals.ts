import { stored } from "@fairclick/core/language/stored-text";

const MONEY_IS_BACK = stored`The money is back in your wallet.`;

/** What the developer reads if Stripe refuses a refund, by Stripe's error code. */
const refusals: Record<string, string> = {
  charge_already_refunded: stored`This payment was refunded already.`,
  charge_disputed: stored`Your bank disputes this payment.`,
  balance_insufficient: `${stored`Refunds are delayed at the moment.`} ${stored`Please try again later.`}`,
};

/** What the developer reads if a refund fails after Stripe accepted it, by Stripe's reason. */
const failures: Record<string, string> = {
  lost_or_stolen_card: stored`Your bank reports this card as lost or stolen.`,
  expired_or_canceled_card: stored`This card has expired or was cancelled.`,
  charge_for_pending_refund_disputed: stored`Your bank disputes this payment.`,
  merchant_request: stored`Fairclick cancelled this refund.`,
};

export function refundRefusalReason(code: string | null): string {
  return `${(code && refusals[code]) || stored`Stripe refused this refund.`} ${MONEY_IS_BACK}`;
}

export function refundFailureReason(reason: string | undefined): string {
  return `${(reason && failures[reason]) || stored`Your bank did not take this refund.`} ${MONEY_IS_BACK}`;
}
