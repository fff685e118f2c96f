import Stripe from "stripe";

const { errors } = Stripe;

/**
 * `refused`: Stripe has decided, nothing was done and nothing will be done under this idempotency
 * key. `unknown`: it may have been done (a time-out, a 5xx), or was not looked at (rate limit,
 * wrong key), or an earlier call under the same key decides: ask again, do not conclude.
 */
export type StripeFailure =
  | { kind: "refused"; code: string | null; message: string }
  | { kind: "unknown" };

export function classifyStripeFailure(error: unknown): StripeFailure {
  if (
    error instanceof errors.StripeInvalidRequestError ||
    error instanceof errors.StripeCardError ||
    error instanceof errors.StripePermissionError
  ) {
    return { kind: "refused", code: error.code ?? null, message: error.message };
  }
  return { kind: "unknown" };
}

/** Stripe could not be reached or could not answer: the call itself may be quite right. */
export function isStripeAway(error: unknown): boolean {
  return error instanceof errors.StripeError && classifyStripeFailure(error).kind === "unknown";
}

/** Stripe has no such object, or none that these keys may see. */
export function isMissing(error: unknown): boolean {
  return error instanceof errors.StripeInvalidRequestError && error.code === "resource_missing";
}

/** The connected account was deleted or has withdrawn its consent, or belongs to another platform's keys. */
export function isAccountGone(error: unknown): boolean {
  const revoked = error instanceof errors.StripePermissionError && error.code === "account_invalid";
  return revoked || isMissing(error);
}

export function isCustomerGone(error: unknown): boolean {
  return isMissing(error) && error instanceof errors.StripeError && error.param === "customer";
}
