import Stripe from "stripe";

const { errors } = Stripe;

/**
 * `refused`: Stripe decided; nothing was done, and nothing will be done under this idempotency key.
 * `unknown`: it may have been done (time-out, 5xx), was not tried (rate limit, wrong key), or an
 * earlier call with the same key decides. Retry; assume nothing.
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

/** True if Stripe could not be reached or could not respond; the request itself may be valid. */
export function isStripeAway(error: unknown): boolean {
  return error instanceof errors.StripeError && classifyStripeFailure(error).kind === "unknown";
}

/** True if Stripe has no such object, or none that these keys can see. */
export function isMissing(error: unknown): boolean {
  return error instanceof errors.StripeInvalidRequestError && error.code === "resource_missing";
}

/** True if the connected account was deleted, withdrew its consent, or belongs to another platform's keys. */
export function isAccountGone(error: unknown): boolean {
  const revoked = error instanceof errors.StripePermissionError && error.code === "account_invalid";
  return revoked || isMissing(error);
}

export function isConfigurationGone(error: unknown): boolean {
  return isMissing(error) && error instanceof errors.StripeError && error.param === "configuration";
}

export function isCustomerGone(error: unknown): boolean {
  return isMissing(error) && error instanceof errors.StripeError && error.param === "customer";
}
