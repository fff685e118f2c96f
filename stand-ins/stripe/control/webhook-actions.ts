import { z } from "zod";
import { requireObject } from "../api/require";
import { attemptDelivery } from "../webhooks/attempt-delivery";
import type { Delivery } from "../webhooks/delivery";
import { shuffle } from "../webhooks/random";
import { sendEvent } from "../webhooks/send-event";
import { get, type World } from "../world/world";
import { defineAction } from "./define-action";

const share = z.number().min(0).max(1);

export const webhookActions = {
  /** Changes how events are delivered from now on. Missing fields keep their value. */
  "webhooks/behave": defineAction(
    z.object({
      mode: z.enum(["send", "hold"]).optional(),
      seed: z.number().int().optional(),
      duplicate: share.optional(),
      lose: share.optional(),
      maxDelayMs: z.number().int().nonnegative().optional(),
    }),
    ({ world }, input) => {
      const changes = Object.entries(input).filter(([, value]) => value !== undefined);
      Object.assign(world.state.webhooks, Object.fromEntries(changes));
      return { ...world.state.webhooks };
    },
  ),

  "webhooks/endpoint": defineAction(
    z.object({ url: z.url(), secret: z.string(), connectSecret: z.string() }),
    ({ world }, endpoint) => {
      world.settings.webhook = endpoint;
      return {};
    },
  ),

  /** Lists every delivery with its event's type: settled ones first, then open ones. */
  "webhooks/list": defineAction(z.object({}), ({ world }) => ({
    deliveries: [...world.state.settledDeliveries, ...world.state.deliveries].map((delivery) =>
      describe(world, delivery),
    ),
  })),

  /** Sends all held deliveries and those waiting for a retry, one at a time, in the given order. */
  "webhooks/flush": defineAction(
    z.object({
      order: z.enum(["created", "reversed", "shuffled"]).default("created"),
      seed: z.number().int().default(1),
    }),
    async ({ world }, { order, seed }) => {
      const sent = [];
      for (const delivery of inOrder([...world.state.deliveries], order, seed)) {
        await attemptDelivery(world, delivery);
        sent.push(describe(world, delivery));
      }
      return { sent };
    },
  ),

  /** Sends exactly these events in this order. An event that is listed twice is sent twice. */
  "webhooks/deliver": defineAction(
    z.object({ events: z.array(z.string()).min(1) }),
    async ({ world }, { events }) => {
      const answers = [];
      for (const id of events) {
        const event = requireObject(world, "event", id);
        const open = world.state.deliveries.find((delivery) => delivery.event === id);
        const answer = open ? await attemptDelivery(world, open) : await sendEvent(world, event);
        answers.push({ event: id, answer });
      }
      return { answers };
    },
  ),
};

function inOrder(deliveries: Delivery[], order: "created" | "reversed" | "shuffled", seed: number) {
  if (order === "shuffled") return shuffle(deliveries, seed);
  return order === "reversed" ? deliveries.toReversed() : deliveries;
}

function describe(world: World, delivery: Delivery) {
  const { type, account = null } = get(world, "event", delivery.event);
  return { ...delivery, type, account };
}
