import type Stripe from "stripe";
import { invalidRequest } from "../api/api-error";
import { recordEvent } from "../events/record-event";
import { find, type World } from "../world/world";

/** Expires the session if it is still open. Called by its timer. */
export function expireSession(world: World, id: string): void {
  const session = find(world, "checkout.session", id);
  if (session?.status === "open") closeSession(world, session);
}

/** Expires the session at the platform's request. Throws ApiError unless it is open. */
export function expireNow(world: World, session: Stripe.Checkout.Session) {
  if (session.status !== "open") {
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    );
  }
  closeSession(world, session);
  return session;
}

function closeSession(world: World, session: Stripe.Checkout.Session): void {
  session.status = "expired";
  session.url = null;
  recordEvent(world, "checkout.session.expired", session);
}
