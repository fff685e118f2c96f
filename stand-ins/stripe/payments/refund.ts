import type Stripe from "stripe";
import { invalidRequest } from "../api/api-error";
import type { ApiRequest } from "../api/handler";
import { metadataFrom } from "../api/metadata";
import { requireObject, requirePositive } from "../api/require";
import { book } from "../balance/balance-transaction";
import { recordEvent } from "../events/record-event";
import { newId } from "../world/ids";
import { all, get, now, put, type World } from "../world/world";

type Params = Stripe.RefundCreateParams;

/**
 * Refunds a charge, fully if no amount is named. The balance is debited at once; Stripe keeps the
 * payment's fee. Throws ApiError if the charge is unpaid, disputed or already refunded, or if the amount
 * exceeds what is left.
 */
export function createRefund({ world, params }: Pick<ApiRequest<Params>, "world" | "params">) {
  const charge = chargeToRefund(world, params);
  const left = charge.amount - charge.amount_refunded;
  const amount = params.amount ?? left;
  requireRefundable(charge, amount, left);
  const refund = put(world, "refund", newRefund(charge, params, { amount, created: now(world) }));
  refund.balance_transaction = book(world, {
    type: "refund",
    reportingCategory: "refund",
    amountCents: -amount,
    feeCents: world.settings.fee.refundCents,
    currency: charge.currency,
    source: refund.id,
  }).id;
  const before = structuredClone(charge);
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  recordEvent(world, "refund.created", refund);
  recordEvent(world, "charge.refunded", charge, { before });
  return refund;
}

/** Fails a refund that the bank returned: the amount is credited to the balance. */
export function failRefund(world: World, refund: Stripe.Refund): void {
  if (refund.status === "failed") throw invalidRequest(`Refund ${refund.id} has already failed.`);
  const charge = get(world, "charge", String(refund.charge));
  const before = structuredClone(refund);
  refund.status = "failed";
  refund.failure_reason = "expired_or_canceled_card";
  refund.failure_balance_transaction = book(world, {
    type: "refund_failure",
    reportingCategory: "refund_failure",
    amountCents: refund.amount,
    currency: refund.currency,
    source: refund.id,
  }).id;
  charge.amount_refunded -= refund.amount;
  charge.refunded = false;
  recordEvent(world, "refund.failed", refund);
  recordEvent(world, "refund.updated", refund, { before });
}

function newRefund(
  charge: Stripe.Charge,
  params: Params,
  { amount, created }: { amount: number; created: number },
) {
  return {
    id: newId("re"),
    object: "refund",
    amount,
    balance_transaction: null,
    charge: charge.id,
    created,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: { card: { type: "refund" }, type: "card" },
    metadata: metadataFrom(params.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  } satisfies Stripe.Refund;
}

function chargeToRefund(world: World, params: Params): Stripe.Charge {
  if (params.charge) return requireObject(world, "charge", params.charge, { param: "charge" });
  if (!params.payment_intent) {
    throw invalidRequest(
      "One of the following params should be provided for this request: payment_intent or charge.",
    );
  }
  const intent = requireObject(world, "payment_intent", params.payment_intent, {
    param: "payment_intent",
  });
  const charge = all(world, "charge").find(
    (each) => each.payment_intent === intent.id && each.paid,
  );
  if (charge) return charge;
  throw invalidRequest(
    `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
  );
}

function requireRefundable(charge: Stripe.Charge, amount: number, left: number): void {
  if (charge.disputed) {
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: "charge_disputed",
    });
  }
  if (!charge.paid) throw invalidRequest(`Charge ${charge.id} has not been paid.`);
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: "charge_already_refunded",
    });
  }
  requirePositive(amount, "amount");
  if (amount > left) {
    throw invalidRequest(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      { param: "amount" },
    );
  }
}

function dollars(cents: number): string {
  return `$${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}
