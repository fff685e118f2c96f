import type Stripe from "stripe";
import { newId } from "../world/ids";
import { bankDebitDetails, cardDetails } from "./payment-method-details";

type Attempt = {
  intent: Stripe.PaymentIntent;
  created: number;
  email: string | null;
  last4: string;
  owner: string;
  /** Whether 3-D Secure checked the card's owner. */
  authenticated: boolean;
  method: "card" | "us_bank_account";
  status: Stripe.Charge.Status;
  refusal: { code: string; declineCode: string; message: string } | null;
};

/** Returns the charge of one attempt to pay a payment intent. */
export function newCharge({
  intent,
  created,
  email,
  last4,
  owner,
  authenticated,
  method,
  status,
  refusal,
}: Attempt) {
  const succeeded = status === "succeeded";
  return {
    id: newId(method === "card" ? "ch" : "py"),
    object: "charge",
    amount: intent.amount,
    amount_captured: succeeded ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: "FAIRCLICK",
    captured: status !== "failed",
    created,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: refusal?.code ?? null,
    failure_message: refusal?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: newOutcome(refusal),
    paid: succeeded,
    payment_intent: intent.id,
    payment_method: newId("pm"),
    payment_method_details:
      method === "card"
        ? cardDetails({
            last4,
            owner,
            amountCents: intent.amount,
            authenticated,
          })
        : bankDebitDetails(last4),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: null,
    status,
    transfer_data: null,
    transfer_group: intent.transfer_group,
  } satisfies Stripe.Charge;
}

/** Returns the payment that a connected account sees for a transfer it received. */
export function newIncomingPayment(transfer: Stripe.Transfer) {
  return {
    id: newId("py"),
    object: "charge",
    amount: transfer.amount,
    amount_captured: transfer.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: true,
    created: transfer.created,
    currency: transfer.currency,
    customer: null,
    description: transfer.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: null,
    payment_method: null,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: transfer.id,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "succeeded",
    transfer_data: null,
    transfer_group: transfer.transfer_group,
  } satisfies Stripe.Charge;
}

function newOutcome(refusal: Attempt["refusal"]) {
  return {
    advice_code: refusal ? "try_again_later" : null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: refusal ? "declined_by_network" : "approved_by_network",
    reason: refusal?.declineCode ?? null,
    risk_level: "normal",
    risk_score: 20,
    seller_message: refusal ? "The bank refused the payment." : "Payment complete.",
    type: refusal ? "issuer_declined" : "authorized",
  } satisfies Stripe.Charge.Outcome;
}
