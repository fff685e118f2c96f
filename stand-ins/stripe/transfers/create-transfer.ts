import type Stripe from "stripe";
import { convert } from "../accounts/countries";
import { ApiError, invalidRequest, missingResource } from "../api/api-error";
import type { ApiRequest } from "../api/handler";
import { requireCurrency, requireObject, requirePositive } from "../api/require";
import { availableCents } from "../balance/balance";
import { book } from "../balance/balance-transaction";
import { recordEvent } from "../events/record-event";
import { newIncomingPayment } from "../payments/charge";
import { scheduleAutomaticPayout } from "../payouts/payout-life";
import { all, find, get, now, put, type World } from "../world/world";
import { newTransfer } from "./transfer";

type Params = Stripe.TransferCreateParams;

/**
 * Transfers money from the platform's available balance to a connected account, where it is available
 * at once, converted into the account's currency. With `source_transaction`, it may use a charge's
 * pending money and is pending as long. Throws ApiError if the balance is too low or the account cannot
 * receive transfers.
 */
export function createTransfer({ world, params }: ApiRequest<Params>) {
  const amount = requireAmount(params);
  const currency = requireCurrency(params.currency);
  requireDestination(world, params.destination);
  const pendingMs = params.source_transaction
    ? requireSource(world, params.source_transaction, amount)
    : requireAvailable(world, amount, currency);
  const transfer = put(world, "transfer", newTransfer(params, amount, now(world)));
  transfer.balance_transaction = book(world, {
    type: "transfer",
    reportingCategory: "transfer",
    amountCents: -amount,
    currency,
    source: transfer.id,
    description: transfer.description,
    pendingMs,
  }).id;
  transfer.destination_payment = receiveTransfer(world, transfer, pendingMs);
  recordEvent(world, "transfer.created", transfer);
  scheduleAutomaticPayout(world, params.destination);
  return transfer;
}

function receiveTransfer(world: World, transfer: Stripe.Transfer, pendingMs: number): string {
  const account = String(transfer.destination);
  const payment = put(world, "charge", newIncomingPayment(transfer), account);
  const local = get(world, "account", account).default_currency ?? transfer.currency;
  const { amount, currency, rate } = convert(transfer.amount, transfer.currency, local);
  payment.balance_transaction = book(world, {
    account,
    type: "payment",
    reportingCategory: "charge",
    amountCents: amount,
    currency,
    exchangeRate: rate,
    source: payment.id,
    description: transfer.description,
    pendingMs,
  }).id;
  return payment.id;
}

function requireAmount({ amount }: Params): number {
  if (amount === undefined) {
    throw invalidRequest("Missing required param: amount.", {
      code: "parameter_missing",
      param: "amount",
    });
  }
  requirePositive(amount, "amount");
  return amount;
}

function requireDestination(world: World, id: string): void {
  const account = find(world, "account", id);
  if (!account || world.state.deauthorised.includes(id)) {
    throw missingResource("destination", id, "destination");
  }
  const agreement = account.tos_acceptance?.service_agreement;
  if (account.country !== "US" && agreement === "recipient") {
    throw invalidRequest(
      `Funds can't be sent to accounts located in ${account.country} when the account is under the \`recipient\` service agreement.`,
    );
  }
  if (account.capabilities?.transfers === "active") return;
  throw invalidRequest(
    "Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments",
    { code: "insufficient_capabilities_for_transfer" },
  );
}

function requireAvailable(world: World, amount: number, currency: string): 0 {
  if (amount <= availableCents(world, null, currency)) return 0;
  throw new ApiError({
    status: 400,
    type: "invalid_request_error",
    code: "balance_insufficient",
    message:
      "You have insufficient available funds in your Stripe account. Try adding funds directly to your available balance by creating Charges using the 4000000000000077 test card. See: https://stripe.com/docs/testing#available-balance",
  });
}

/**
 * Requires that the charge still covers the amount, pending money included, or throws ApiError.
 * Returns how long the charge's money stays pending (ms), 0 if it is available.
 */
function requireSource(world: World, id: string, amount: number): number {
  const charge = requireObject(world, "charge", id, { param: "source_transaction" });
  const used = all(world, "transfer")
    .filter((transfer) => transfer.source_transaction === id)
    .reduce((sum, transfer) => sum + transfer.amount - transfer.amount_reversed, 0);
  if (charge.paid && amount <= charge.amount - charge.amount_refunded - used) {
    const booked = get(world, "balance_transaction", String(charge.balance_transaction));
    return Math.max(0, booked.available_on - now(world)) * 1000;
  }
  throw invalidRequest(
    "Transfers using this transaction as a source must not exceed the source amount.",
    { param: "amount" },
  );
}
