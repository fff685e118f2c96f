import { newId } from "../world/ids";
import { nextFraction } from "./random";

/** How events reach the endpoint. The seed makes disturbances repeatable. */
export type WebhookBehaviour = {
  /** `hold` keeps events until `webhooks/flush` or `webhooks/deliver` sends them. */
  mode: "send" | "hold";
  seed: number;
  /** The shares of events, 0 to 1, that are sent twice or never sent. */
  duplicate: number;
  lose: number;
  /** Each delivery is delayed by up to this many milliseconds, which also changes the order. */
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
  /** The last attempt's HTTP status or error message, or null before the first attempt. */
  answer: number | string | null;
};

/** Plans one or two deliveries of an event by the behaviour's shares, and advances its seed. */
export function planDeliveries(
  behaviour: WebhookBehaviour,
  event: { id: string },
  atMs: number,
): Delivery[] {
  const draw = () => {
    const { fraction, seed } = nextFraction(behaviour.seed);
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

/**
 * Records the result of an attempt. Retries wait 1 s, 2 s, 4 s and so on, at most an hour, and stop
 * after three days.
 */
export function recordAttempt(delivery: Delivery, answer: number | string, atMs: number): void {
  delivery.attempts += 1;
  delivery.answer = answer;
  if (typeof answer === "number" && answer >= 200 && answer < 300) {
    delivery.status = "delivered";
    return;
  }
  delivery.dueAtMs = atMs + Math.min(1000 * 2 ** (delivery.attempts - 1), maxWaitMs);
  if (delivery.dueAtMs - delivery.firstDueAtMs > giveUpAfterMs) delivery.status = "abandoned";
}

/** Returns the waiting delivery that is due first, or null if none is waiting. */
export function nextDelivery(deliveries: Delivery[]): Delivery | null {
  let first: Delivery | null = null;
  for (const delivery of deliveries) {
    if (delivery.status !== "waiting") continue;
    if (first === null || delivery.dueAtMs < first.dueAtMs) first = delivery;
  }
  return first;
}
