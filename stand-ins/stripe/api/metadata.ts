import type Stripe from "stripe";
import { invalidRequest } from "./api-error";

const limits = { keys: 50, key: 40, value: 500 };

/**
 * Applies a metadata change: sets the named keys, removes keys with an empty value, and removes all
 * keys if the change is an empty string. Returns `before` if there is no change. Throws ApiError
 * above Stripe's limits.
 */
export function metadataFrom(
  change: Stripe.Emptyable<Stripe.MetadataParam> | null | undefined,
  before: Stripe.Metadata = {},
): Stripe.Metadata {
  if (change === undefined || change === null) return before;
  if (change === "") return {};
  const after = { ...before };
  for (const [key, newValue] of Object.entries(change)) {
    const value = String(newValue ?? "");
    requireWithin(`metadata[${key}]`, "Metadata keys", key, limits.key);
    requireWithin(`metadata[${key}]`, "Metadata values", value, limits.value);
    if (value === "") delete after[key];
    else after[key] = value;
  }
  if (Object.keys(after).length > limits.keys) {
    throw invalidRequest(`You can only specify up to ${limits.keys} metadata keys.`, {
      param: "metadata",
    });
  }
  return after;
}

function requireWithin(param: string, what: string, text: string, most: number): void {
  if (text.length <= most) return;
  throw invalidRequest(
    `${what} can have up to ${most} characters, but you passed in a string of length ${text.length}.`,
    { code: "parameter_invalid_string_too_long", param },
  );
}
