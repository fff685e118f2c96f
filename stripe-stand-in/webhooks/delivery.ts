import { newId } from "../world/ids";
import { drawFraction } from "./random";

/** How events reach the endpoint. The seed makes a run of disturbances repeatable. */
export type WebhookBehaviour = {
  /** `hold` keeps every event until it is asked for. */
  mode: "send" | "hold";
  seed: number;
  /** The shares of events, 0 to 1, that are sent twice or never arrive. */
  duplicate: number;
  lose: number;
  /** Every delivery waits up to this long, which also changes their order. */
  maxDelayMs: number;
};

export const undisturbed: WebhookBehaviour = {
  mode: "send",
  seed: 1,
  duplicate: 0,
  lose: 0,
  maxDelayMs: 0,
};

export type Delivery = {
  id: string;
  event: string;
  status: "waiting" | "held" | "delivered" | "lost" | "abandoned";
  attempts: number;
  firstDueAtMs: number;
  dueAtMs: number;
  /** The last answer: an HTTP status, or why there was none. */
  answer: number | string | null;
};

/** Moves the behaviour's seed on, so that the next event meets another fate. */
export function planDeliveries(
  behaviour: WebhookBehaviour,
  event: { id: string },
  atMs: number,
): Delivery[] {
  const draw = () => {
    const { fraction, seed } = drawFraction(behaviour.seed);
    behaviour.seed = seed;
    return fraction;
  };
  const lost = draw() < behaviour.lose;
  const copies = draw() < behaviour.duplicate ? 2 : 1;
  return Array.from({ length: copies }, () => {
    const dueAtMs = atMs + Math.floor(draw() * behaviour.maxDelayMs);
    const status = lost ? "lost" : behaviour.mode === "hold" ? "held" : "waiting";
    return {
      id: newId("wd"),
      event: event.id,
      status,
      attempts: 0,
      firstDueAtMs: dueAtMs,
      dueAtMs,
      answer: null,
    };
  });
}

const maxWaitMs = 60 * 60 * 1000;
const giveUpAfterMs = 3 * 24 * 60 * 60 * 1000;

/** Retries wait 1 s, 2 s, 4 s … up to an hour, and end after three days. */
export function noteAttempt(delivery: Delivery, answer: number | string, atMs: number): void {
  delivery.attempts += 1;
  delivery.answer = answer;
  if (typeof answer === "number" && answer >= 200 && answer < 300) {
    delivery.status = "delivered";
    return;
  }
  delivery.dueAtMs = atMs + Math.min(1000 * 2 ** (delivery.attempts - 1), maxWaitMs);
  if (delivery.dueAtMs - delivery.firstDueAtMs > giveUpAfterMs) delivery.status = "abandoned";
}

/** Of the deliveries that wait, the one that is due first. */
export function nextDelivery(deliveries: Delivery[]): Delivery | null {
  let first: Delivery | null = null;
  for (const delivery of deliveries) {
    if (delivery.status !== "waiting") continue;
    if (first === null || delivery.dueAtMs < first.dueAtMs) first = delivery;
  }
  return first;
}
