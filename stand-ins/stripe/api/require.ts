import type { Kind, StoredObject } from "../world/state";
import { find, type World } from "../world/world";
import { invalidRequest, missingResource } from "./api-error";

const nouns: Record<Kind, string> = {
  account: "account",
  balance_transaction: "balance transaction",
  "billing_portal.configuration": "configuration",
  charge: "charge",
  "checkout.session": "checkout.session",
  customer: "customer",
  dispute: "dispute",
  event: "event",
  invoice: "invoice",
  payment_intent: "payment_intent",
  payout: "payout",
  "radar.early_fraud_warning": "early fraud warning",
  refund: "refund",
  topup: "topup",
  transfer: "transfer",
  transfer_reversal: "transfer reversal",
};

/** Returns the object. Throws Stripe's 404 if it does not exist or belongs to another account. */
export function requireObject<K extends Kind>(
  world: World,
  kind: K,
  id: string,
  where: { account?: string | null; param?: string } = {},
): StoredObject<K> {
  const object = find(world, kind, id, where.account ?? null);
  if (!object) throw missingResource(nouns[kind], id, where.param);
  return object;
}

/** Throws ApiError for an amount below 1 cent, which the declarations allow and Stripe rejects. */
export function requirePositive(amount: number, param: string): void {
  if (amount >= 1) return;
  throw invalidRequest("This value must be greater than or equal to 1.", {
    code: "parameter_invalid_integer",
    param,
  });
}

/**
 * Returns the currency in lower case. Throws ApiError unless it has three letters. The stand-in
 * accepts any currency and converts none.
 */
export function requireCurrency(currency: string, param = "currency"): string {
  const code = currency.toLowerCase();
  if (/^[a-z]{3}$/.test(code)) return code;
  throw invalidRequest(`Invalid currency: ${currency}.`, { param });
}
