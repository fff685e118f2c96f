import type { State } from "../world/state";
import type { Delivery } from "./delivery";

const keepSettled = 1_000;

/**
 * Moves a delivery to the open or settled list by its status, and marks the event of a successful
 * delivery as delivered.
 */
export function storeDelivery(state: State, delivery: Delivery): void {
  const isOpen = delivery.status === "waiting" || delivery.status === "held";
  const index = state.deliveries.indexOf(delivery);
  if (isOpen) {
    if (index < 0) state.deliveries.push(delivery);
    return;
  }
  if (index >= 0) state.deliveries.splice(index, 1);
  state.settledDeliveries.push(delivery);
  if (state.settledDeliveries.length > keepSettled) state.settledDeliveries.shift();
  const event = state.objects.event[delivery.event]?.object;
  if (event && delivery.status === "delivered") event.pending_webhooks = 0;
}
