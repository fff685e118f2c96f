import type Stripe from "stripe";
import { recordEvent } from "../events/record-event";
import { now, put, type World } from "../world/world";
import { newInvoice } from "./invoice";

/** Creates the invoice of a session that was just paid, if the session asks for one. */
export function createInvoice(world: World, session: Stripe.Checkout.Session): void {
  if (!session.invoice_creation?.enabled) return;
  const invoice = newInvoice({
    session,
    publicUrl: world.settings.publicUrl,
    created: now(world),
    description: world.state.plans[session.id]?.paymentIntent.description ?? null,
  });
  session.invoice = put(world, "invoice", invoice).id;
  recordEvent(world, "invoice.paid", invoice);
}
