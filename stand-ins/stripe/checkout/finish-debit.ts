import { recordEvent } from "../events/record-event";
import { createInvoice } from "../invoices/create-invoice";
import { get, type World } from "../world/world";
import { bookPayment } from "./pay-session";

/** Ends a bank debit, days after its session was completed: the payment succeeds or fails. */
export function finishDebit(world: World, sessionId: string, succeeds: boolean): void {
  const session = get(world, "checkout.session", sessionId);
  const intent = get(world, "payment_intent", String(session.payment_intent));
  const charge = get(world, "charge", String(intent.latest_charge));
  if (succeeds) {
    bookPayment(world, intent, charge, 0);
    session.payment_status = "paid";
    createInvoice(world, session);
    recordEvent(world, "checkout.session.async_payment_succeeded", session);
    return;
  }
  charge.status = "failed";
  charge.failure_code = "account_closed";
  charge.failure_message = "The bank account has been closed.";
  intent.status = "requires_payment_method";
  intent.last_payment_error = {
    type: "invalid_request_error",
    code: "account_closed",
    message: charge.failure_message,
    charge: charge.id,
  };
  recordEvent(world, "checkout.session.async_payment_failed", session);
}
