import { accountCalls } from "../accounts/account-calls";
import { balanceCalls } from "../balance/balance-calls";
import { sessionCalls } from "../checkout/session-calls";
import { customerCalls } from "../customers/customer-calls";
import { eventCalls } from "../events/event-calls";
import { invoiceCalls } from "../invoices/invoice-calls";
import { paymentCalls } from "../payments/payment-calls";
import { refundCalls } from "../payments/refund-calls";
import { payoutCalls } from "../payouts/payout-calls";
import { portalCalls } from "../portal/portal-calls";
import { transferCalls } from "../transfers/transfer-calls";
import type { Handlers } from "./handler";

/** All handlers. A call of the contract without a handler is a compile error. */
export const handlers: Handlers = {
  ...accountCalls,
  ...balanceCalls,
  ...customerCalls,
  ...eventCalls,
  ...invoiceCalls,
  ...paymentCalls,
  ...payoutCalls,
  ...portalCalls,
  ...refundCalls,
  ...sessionCalls,
  ...transferCalls,
};
