import type Stripe from "stripe";
import { recordEvent } from "../events/record-event";
import { newId } from "../world/ids";
import { now, put, type World } from "../world/world";

/** Records that the card network suspects fraud, which it may report before any dispute. */
export function warnOfFraud(world: World, charge: Stripe.Charge) {
  const warning = {
    id: newId("issfr"),
    object: "radar.early_fraud_warning",
    actionable: !charge.refunded && !charge.disputed,
    charge: charge.id,
    created: now(world),
    fraud_type: "made_with_stolen_card",
    livemode: false,
    ...(typeof charge.payment_intent === "string" && { payment_intent: charge.payment_intent }),
  } satisfies Stripe.Radar.EarlyFraudWarning;
  put(world, "radar.early_fraud_warning", warning);
  recordEvent(world, "radar.early_fraud_warning.created", warning);
  return warning;
}
