import type Stripe from "stripe";
import { metadataFrom } from "../api/metadata";
import { newId } from "../world/ids";

export function newTransfer(params: Stripe.TransferCreateParams, amount: number, created: number) {
  const id = newId("tr");
  return {
    id,
    object: "transfer",
    amount,
    amount_reversed: 0,
    balance_transaction: null,
    created,
    currency: params.currency.toLowerCase(),
    description: params.description ?? null,
    destination: params.destination,
    livemode: false,
    metadata: metadataFrom(params.metadata),
    reversals: { object: "list", data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    source_transaction: params.source_transaction ?? null,
    source_type: params.source_type ?? "card",
    transfer_group: params.transfer_group ?? null,
  } satisfies Stripe.Transfer;
}

export function newReversal(
  transfer: Stripe.Transfer,
  params: Stripe.TransferCreateReversalParams,
  { amount, created }: { amount: number; created: number },
) {
  return {
    id: newId("trr"),
    object: "transfer_reversal",
    amount,
    balance_transaction: null,
    created,
    currency: transfer.currency,
    destination_payment_refund: null,
    metadata: metadataFrom(params.metadata),
    source_refund: null,
    transfer: transfer.id,
  } satisfies Stripe.TransferReversal;
}
