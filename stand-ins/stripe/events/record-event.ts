import Stripe from "stripe";
import type { Events } from "../schema/contract";
import { planDeliveries } from "../webhooks/delivery";
import { storeDelivery } from "../webhooks/store-delivery";
import { newId } from "../world/ids";
import { now, nowMs, put, type World } from "../world/world";
import { previousAttributes } from "./previous-attributes";

type ObjectOf<T extends keyof Events> = Events[T]["data"]["object"];

/**
 * Records an event with a copy of the object and plans its deliveries. With `before`, the event
 * includes the previous values of the changed attributes.
 */
export function recordEvent<T extends keyof Events>(
  world: World,
  type: T,
  object: ObjectOf<T>,
  more: { account?: string | null; before?: object } = {},
): void {
  const event = {
    id: newId("evt"),
    object: "event",
    ...(more.account && { account: more.account }),
    api_version: Stripe.API_VERSION,
    created: now(world),
    data: {
      object: structuredClone(object),
      ...(more.before && { previous_attributes: previousAttributes(more.before, object) }),
    },
    livemode: false,
    pending_webhooks: 1,
    request: world.cause ?? { id: null, idempotency_key: null },
    type,
  };
  const deliveries = planDeliveries(world.state.webhooks, event, nowMs(world));
  put(world, "event", asEvent(event));
  for (const delivery of deliveries) storeDelivery(world.state, delivery);
}

/**
 * TypeScript cannot prove that `type` and `data.object` match once both are generic; the signature
 * of `recordEvent` guarantees it.
 */
function asEvent(event: object): Stripe.Event {
  return event as Stripe.Event;
}
