import Stripe from "stripe";
import type { Events } from "../schema/contract";
import { planDeliveries } from "../webhooks/delivery";
import { fileDelivery } from "../webhooks/file-delivery";
import { newId } from "../world/ids";
import { now, nowMs, put, type World } from "../world/world";
import { previousAttributes } from "./previous-attributes";

type ObjectOf<T extends keyof Events> = Events[T]["data"]["object"];

/**
 * Records that something happened and plans who is told. The object is kept as it is now; with
 * `before`, the event says what it was.
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
  for (const delivery of deliveries) fileDelivery(world.state, delivery);
}

/**
 * TypeScript cannot follow that `type` and `data.object` belong together once both are generic;
 * the signature above guarantees it.
 */
function asEvent(event: object): Stripe.Event {
  return event as Stripe.Event;
}
