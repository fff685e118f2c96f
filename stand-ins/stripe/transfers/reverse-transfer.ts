import type Stripe from "stripe";
import { convert } from "../accounts/countries";
import { ApiError, invalidRequest } from "../api/api-error";
import type { ApiRequest } from "../api/handler";
import { requireObject, requirePositive } from "../api/require";
import { availableCents } from "../balance/balance";
import { book } from "../balance/balance-transaction";
import { recordEvent } from "../events/record-event";
import { get, now, put } from "../world/world";
import { newReversal } from "./transfer";

/**
 * Reverses a transfer, fully if no amount is named. Throws ApiError if the amount exceeds what is
 * left of the transfer or what the account still has.
 */
export function reverseTransfer({
  world,
  params,
  id,
}: Pick<ApiRequest<Stripe.TransferCreateReversalParams>, "world" | "params" | "id">) {
  const transfer = requireObject(world, "transfer", id);
  const left = transfer.amount - transfer.amount_reversed;
  const amount = params.amount ?? left;
  const account = String(transfer.destination);
  requireReversible(transfer, { amount, left });
  const local = get(world, "account", account).default_currency ?? transfer.currency;
  const converted = convert(amount, transfer.currency, local);
  if (converted.amount > availableCents(world, account, local)) throw insufficient(account);
  const before = structuredClone(transfer);
  const reversal = newReversal(transfer, params, { amount, created: now(world) });
  const { currency } = transfer;
  const booked = { type: "transfer_refund", reportingCategory: "transfer_reversal" } as const;
  const stored = put(world, "transfer_reversal", {
    ...reversal,
    balance_transaction: book(world, {
      ...booked,
      amountCents: amount,
      currency,
      source: reversal.id,
    }).id,
  });
  book(world, {
    account,
    type: "payment_refund",
    reportingCategory: "refund",
    amountCents: -converted.amount,
    currency: local,
    exchangeRate: converted.rate,
    source: String(transfer.destination_payment),
  });
  transfer.amount_reversed += amount;
  transfer.reversed = transfer.amount_reversed === transfer.amount;
  transfer.reversals.data.unshift(stored);
  recordEvent(world, "transfer.reversed", transfer, { before });
  return stored;
}

function requireReversible(
  transfer: Stripe.Transfer,
  { amount, left }: { amount: number; left: number },
): void {
  if (left === 0) {
    throw invalidRequest(`Transfer ${transfer.id} is already fully reversed.`);
  }
  requirePositive(amount, "amount");
  if (amount > left) {
    throw invalidRequest("You cannot reverse more than is left of the transfer.", {
      param: "amount",
    });
  }
}

function insufficient(account: string): ApiError {
  return new ApiError({
    status: 400,
    type: "invalid_request_error",
    code: "balance_insufficient",
    message: `The connected account ${account} has insufficient available funds to cover this reversal.`,
  });
}
