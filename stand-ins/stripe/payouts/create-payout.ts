import type Stripe from "stripe";
import { findBankAccount } from "../accounts/bank-account";
import { ApiError, invalidRequest } from "../api/api-error";
import type { ApiRequest } from "../api/handler";
import { requireCurrency, requireObject, requirePositive } from "../api/require";
import { availableCents } from "../balance/balance";
import { get, type World } from "../world/world";
import { startPayout } from "./payout-life";

const platformBank = "ba_FairclickStandInPlatform";

/**
 * Pays out from an account's available balance to its bank, or from the platform's own if no
 * account is named. Throws ApiError if the account has no bank, is restricted, or has too little
 * money.
 */
export function createPayout({ world, params, account }: ApiRequest<Stripe.PayoutCreateParams>) {
  requirePositive(params.amount, "amount");
  const currency = requireCurrency(params.currency);
  const destination = account === null ? platformBank : requireBank(world, account, currency);
  if (params.destination !== undefined && params.destination !== destination) {
    throw invalidRequest(`No such external account: '${params.destination}'`, {
      code: "resource_missing",
      param: "destination",
    });
  }
  if (params.amount > availableCents(world, account, currency)) throw insufficient();
  return startPayout(world, params, { account, destination, automatic: false });
}

function requireBank(world: World, id: string, currency: string): string {
  const account = requireObject(world, "account", id);
  const bank = findBankAccount(get(world, "account", id));
  if (bank?.currency !== currency) {
    throw invalidRequest(
      `Sorry, you don't have any external accounts in that currency (${currency}).`,
      { code: "invalid_request_error", param: "currency" },
    );
  }
  if (!account.payouts_enabled) {
    throw invalidRequest(
      "Cannot create payouts: this account has requirements that need to be provided.",
      { code: "payouts_not_allowed" },
    );
  }
  return bank.id;
}

function insufficient(): ApiError {
  return new ApiError({
    status: 400,
    type: "invalid_request_error",
    code: "balance_insufficient",
    message:
      "You have insufficient funds in your Stripe account for this transfer. Your card balance is too low. You can use the the /v1/balance endpoint to view your Stripe balance (for more details, see stripe.com/docs/api#balance).",
  });
}
