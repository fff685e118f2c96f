import type { HandlersOf } from "../api/handler";
import { listPage } from "../api/list";
import { requireObject } from "../api/require";
import { all } from "../world/world";

/**
 * Without the `Stripe-Account` header a list contains the platform's events only; with it, the
 * events of that account.
 */
export const eventCalls: HandlersOf<"events"> = {
  "GET /v1/events": ({ world, params, account }) => {
    const { type, types, delivery_success: delivered } = params;
    const events = all(world, "event").filter(
      (event) =>
        (event.account ?? null) === account &&
        matches(event.type, type) &&
        (types === undefined || types.some((each) => matches(event.type, each))) &&
        (delivered === undefined || (event.pending_webhooks === 0) === delivered),
    );
    return listPage("/v1/events", events, params);
  },

  "GET /v1/events/:id": ({ world, id }) => requireObject(world, "event", id),
};

/**
 * Returns true if the types are equal, if `wanted` is a pattern such as `payout.*` that matches, or
 * if `wanted` is undefined.
 */
function matches(type: string, wanted: string | undefined): boolean {
  if (wanted === undefined || wanted === type) return true;
  return wanted.endsWith(".*") && type.startsWith(wanted.slice(0, -1));
}
