import type Stripe from "stripe";
import { newId } from "../world/ids";
import { now, put, type World } from "../world/world";
import { book } from "./balance-transaction";

/**
 * Adds the platform's own money to its balance, available at once, for example to cover Stripe's
 * fees.
 */
export function topUp(world: World, amountCents: number): Stripe.Topup {
  const topup = {
    id: newId("tu"),
    object: "topup",
    amount: amountCents,
    balance_transaction: null,
    created: now(world),
    currency: "usd",
    description: null,
    expected_availability_date: now(world),
    failure_code: null,
    failure_message: null,
    initiated_by: "user",
    livemode: false,
    metadata: {},
    source: null,
    statement_descriptor: null,
    status: "succeeded",
    transfer_group: null,
  } satisfies Stripe.Topup;
  const stored = put(world, "topup", topup);
  stored.balance_transaction = book(world, {
    type: "topup",
    reportingCategory: "topup",
    amountCents,
    currency: "usd",
    source: stored.id,
  }).id;
  return stored;
}
