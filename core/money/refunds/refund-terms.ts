import { t } from "../../language/t";
/** Refunds that a user can request within 30 days before an operator checks the next one. */
export const MAX_REFUNDS_A_MONTH = 3;

/** How long banks take to show a refund, by Stripe. */
export function refundBankDays(): string {
  return t`5 to 10 business days`;
}
