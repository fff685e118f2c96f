import { onCheckoutSession, onDispute, onRefund } from "../deposits/on-deposit-events";
import { onPayout, onTransfer } from "../withdrawals/on-withdrawal-events";
import { onAccount } from "./apply-account";
import type { EventHandler } from "./event-effect";

/** Every event that means something to us; all others are kept and ignored. */
const handlers: Record<string, EventHandler> = {
  "checkout.session.completed": onCheckoutSession,
  "checkout.session.async_payment_succeeded": onCheckoutSession,
  "checkout.session.async_payment_failed": onCheckoutSession,
  "checkout.session.expired": onCheckoutSession,
  "refund.created": onRefund,
  "refund.updated": onRefund,
  "refund.failed": onRefund,
  "charge.dispute.created": onDispute,
  "charge.dispute.updated": onDispute,
  "charge.dispute.funds_withdrawn": onDispute,
  "charge.dispute.funds_reinstated": onDispute,
  "charge.dispute.closed": onDispute,
  "transfer.created": onTransfer,
  "transfer.updated": onTransfer,
  "transfer.reversed": onTransfer,
  "payout.updated": onPayout,
  "payout.failed": onPayout,
  "payout.canceled": onPayout,
  "account.updated": onAccount,
  "capability.updated": onAccount,
  "account.external_account.created": onAccount,
  "account.external_account.updated": onAccount,
  "account.external_account.deleted": onAccount,
  "account.application.deauthorized": onAccount,
};

export function handlerOf(type: string): EventHandler | null {
  return Object.hasOwn(handlers, type) ? (handlers[type] ?? null) : null;
}
