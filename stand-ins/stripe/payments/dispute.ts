import type Stripe from "stripe";
import { invalidRequest } from "../api/api-error";
import { book } from "../balance/balance-transaction";
import { recordEvent } from "../events/record-event";
import { newId } from "../world/ids";
import { get, now, put, type World } from "../world/world";
import { noEvidence } from "./dispute-evidence";

const feeCents = 1_500;
const answerWithin = 7 * 24 * 60 * 60;

/** Opens a dispute unless the charge was refunded in the meantime. Called by a timer. */
export function openDueDispute(world: World, chargeId: string): void {
  if (isDisputable(get(world, "charge", chargeId))) openDispute(world, chargeId);
}

/**
 * Opens a dispute: the charge's amount and a fee are withdrawn from the platform's balance. Throws
 * ApiError if the charge is unpaid, refunded or already disputed.
 */
export function openDispute(world: World, chargeId: string, reason = "fraudulent") {
  const charge = get(world, "charge", chargeId);
  if (!isDisputable(charge)) {
    throw invalidRequest(`Charge ${charge.id} cannot be disputed.`);
  }
  charge.disputed = true;
  const dispute = put(world, "dispute", newDispute(charge, reason, now(world)));
  recordEvent(world, "charge.dispute.created", dispute);
  move(world, dispute, -1);
  recordEvent(world, "charge.dispute.funds_withdrawn", dispute);
  return dispute;
}

/**
 * Closes a dispute. Won returns the money and the fee; lost moves no money. Throws ApiError if it
 * is already closed.
 */
export function closeDispute(world: World, dispute: Stripe.Dispute, status: "won" | "lost") {
  if (dispute.status !== "needs_response" && dispute.status !== "under_review") {
    throw invalidRequest("This dispute is already closed");
  }
  const before = structuredClone(dispute);
  dispute.status = status;
  dispute.is_charge_refundable = false;
  if (status === "won") {
    move(world, dispute, 1);
    recordEvent(world, "charge.dispute.funds_reinstated", dispute, { before });
  }
  recordEvent(world, "charge.dispute.closed", dispute, { before });
  return dispute;
}

function isDisputable({ disputed, refunded, paid }: Stripe.Charge): boolean {
  return paid && !disputed && !refunded;
}

function move(world: World, dispute: Stripe.Dispute, sign: 1 | -1): void {
  const transaction = book(world, {
    type: "adjustment",
    reportingCategory: sign > 0 ? "dispute_reversal" : "dispute",
    amountCents: sign * dispute.amount,
    feeCents: -sign * feeCents,
    currency: dispute.currency,
    source: dispute.id,
    description: `Chargeback ${sign > 0 ? "reversal" : "withdrawal"} for ${dispute.charge}`,
  });
  dispute.balance_transactions.push(structuredClone(transaction));
}

function newDispute(charge: Stripe.Charge, reason: string, created: number) {
  return {
    id: newId("du"),
    object: "dispute",
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: created + answerWithin,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand: "visa",
        case_type: "chargeback",
        network: "visa",
        network_reason_code: "10.4",
      },
      type: "card",
    },
    reason,
    status: "needs_response",
  } satisfies Stripe.Dispute;
}
