import { z } from "zod";
import { t } from "../language/t";
import { itemResponse, listResponse, timeSchema } from "../schemas";

const eventsSchema = z
  .array(z.string().max(60), { error: "events must be a list of names" })
  .min(1, { error: () => t`Choose at least one event` })
  .max(50, { error: () => t`Choose at most 50 events` });

export const newWebhookSchema = z.object({
  url: z
    .string({ error: "url is required" })
    .max(500, { error: () => t`The address must have at most 500 characters` }),
  events: eventsSchema,
});

export const changedWebhookSchema = newWebhookSchema.extend({
  enabled: z.boolean({ error: "enabled must be true or false" }),
});

const webhookSchema = z.object({
  _id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  enabled: z.boolean(),
  disabledBy: z
    .enum(["failures", "owner"])
    .nullable()
    .describe("failures: disabled after 20 failed attempts in a row"),
  failures: z.number().int().describe("Failed attempts since the last success"),
  createdAt: timeSchema,
  rotatedAt: timeSchema.nullable().describe("The old secret signs for 24 hours from here"),
});

export type WebhookResponse = z.input<typeof webhookSchema>;

const webhookEventSchema = z.object({ name: z.string(), description: z.string() });
export type WebhookEvent = z.infer<typeof webhookEventSchema>;

export const webhooksResponseSchema = z.object({
  status: z.literal("success"),
  data: z.array(webhookSchema),
  events: z.array(webhookEventSchema),
});

export const webhookResponseSchema = itemResponse(webhookSchema);
export const webhookSecretResponseSchema = itemResponse(
  webhookSchema.extend({ secret: z.string().describe("Shown only here") }),
);

const deliverySchema = z.object({
  _id: z.string().describe("The `id` of the event"),
  event: z.string(),
  at: timeSchema,
  state: z.enum(["pending", "delivered", "failed"]),
  attempts: z.number().int(),
  nextAttemptAt: timeSchema.nullable(),
  responseStatus: z.number().int().nullable().describe("Of the last attempt"),
  problem: z.string().nullable(),
  body: z.string().describe("What is sent and signed"),
});
export type DeliveryResponse = z.input<typeof deliverySchema>;

export const deliveriesResponseSchema = listResponse(deliverySchema);

/**
 * Events that only webhooks receive: sums and states that are compared once a minute, not reported
 * one by one.
 */
export const sumEvents = [
  { kind: "campaign.state_changed", event: () => t`Your campaign has another state` },
  {
    kind: "campaign.clicks_counted",
    event: () => t`Clicks of your campaign were judged: sums, at most once a minute`,
  },
  {
    kind: "campaign.conversions_counted",
    event: () => t`Conversions of your campaign were counted: sums, at most once a minute`,
  },
  { kind: "link.state_changed", event: () => t`Your link, or its campaign, has another state` },
  {
    kind: "link.clicks_counted",
    event: () => t`Clicks on your link were judged: sums, at most once a minute`,
  },
  {
    kind: "link.conversions_counted",
    event: () => t`Conversions of your link were counted: sums, at most once a minute`,
  },
] as const;
export type SumEventKind = (typeof sumEvents)[number]["kind"];

/** The recipient of sums: the developer of a campaign, or the creator of a link to it. */
export type SumSide = "campaign" | "link";
