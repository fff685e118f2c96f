import { get, nowMs, type World } from "../world/world";
import { type Delivery, recordAttempt } from "./delivery";
import { sendEvent } from "./send-event";
import { storeDelivery } from "./store-delivery";

/**
 * Sends the delivery's event once and records the result. Returns the HTTP status or the error
 * message.
 */
export async function attemptDelivery(world: World, delivery: Delivery): Promise<number | string> {
  const answer = await sendEvent(world, get(world, "event", delivery.event));
  recordAttempt(delivery, answer, nowMs(world));
  storeDelivery(world.state, delivery);
  world.touch();
  return answer;
}
