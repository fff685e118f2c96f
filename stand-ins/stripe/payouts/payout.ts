import type Stripe from "stripe";
import { metadataFrom } from "../api/metadata";
import { newId } from "../world/ids";

const day = 24 * 60 * 60;

export function newPayout(
  params: Stripe.PayoutCreateParams,
  made: { created: number; destination: string; automatic: boolean },
) {
  return {
    id: newId("po"),
    object: "payout",
    amount: params.amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: made.created + 2 * day - (made.created % day),
    automatic: made.automatic,
    balance_transaction: null,
    created: made.created,
    currency: params.currency.toLowerCase(),
    description: params.description ?? (made.automatic ? "STRIPE PAYOUT" : null),
    destination: made.destination,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: metadataFrom(params.metadata),
    method: params.method ?? "standard",
    original_payout: null,
    payout_method: null,
    reconciliation_status: made.automatic ? "in_progress" : "not_applicable",
    reversed_by: null,
    source_type: params.source_type ?? "card",
    statement_descriptor: params.statement_descriptor ?? null,
    status: "pending",
    trace_id: { status: "pending", value: null },
    type: "bank_account",
  } satisfies Stripe.Payout;
}
