import { get, nowMs, type World } from "../world/world";
import { type Delivery, noteAttempt } from "./delivery";
import { fileDelivery } from "./file-delivery";
import { sendEvent } from "./send-event";

/** Sends once and remembers how that went. */
export async function attemptDelivery(world: World, delivery: Delivery): Promise<number | string> {
  const answer = await sendEvent(world, get(world, "event", delivery.event));
  noteAttempt(delivery, answer, nowMs(world));
  fileDelivery(world.state, delivery);
  world.touch();
  return answer;
}
