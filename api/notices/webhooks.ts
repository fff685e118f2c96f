import { isUuid } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { webhookEvents } from "@fairclick/core/notices/registry";
import {
  changedWebhookSchema,
  deliveriesResponseSchema,
  newWebhookSchema,
  webhookResponseSchema,
  webhookSecretResponseSchema,
  webhooksResponseSchema,
} from "@fairclick/core/notices/webhooks";
import { pageQuerySchema } from "@fairclick/core/schemas";
import { isLocalAddress } from "@fairclick/core/web-addresses";
import {
  changeWebhook,
  createWebhook,
  listOwnDeliveries,
  listOwnWebhooks,
  removeWebhook,
  resendDelivery,
  rotateWebhook,
  webhookNotFound,
} from "@fairclick/services/notices/webhooks";
import type { DeliveryRow, WebhookRow } from "@fairclick/sql/notices/webhooks";
import type { Context } from "hono";
import { z } from "zod";
import type { AppEnv } from "../app-env";
import { created, ok, okPage, withId } from "../respond";
import { byProvedUser, byUser, jsonBody, jsonResponse, Router } from "../router";

const params = z.object({ id: z.string() });

export const webhookRoutes = new Router()
  .get("/", {
    ...byUser("webhooks"),
    summary: "List your webhooks, and the events that exist",
    responses: { 200: jsonResponse(webhooksResponseSchema, "Oldest first") },
    handle: async (c) => {
      const webhooks = await listOwnWebhooks(c.var.ctx);
      const events = webhookEvents.map(({ kind, event }) => ({ name: kind, description: event() }));
      return ok(c, { data: webhooks.map(presentWebhook), events });
    },
  })
  .post("/", {
    ...byProvedUser("webhooks", "tell"),
    summary: "Add a webhook; its secret is shown only once",
    description:
      "Events are sent as POST requests, signed as [Standard Webhooks](https://www.standardwebhooks.com) describes: its libraries verify the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`. An event can arrive twice: its `id` stays the same.",
    request: jsonBody(newWebhookSchema),
    responses: { 201: jsonResponse(webhookSecretResponseSchema, "The webhook and its secret") },
    handle: async (c) => {
      const made = await createWebhook(c.var.ctx, {
        ...c.req.valid("json"),
        allowLocal: allowsLocal(c),
      });
      return created(c, { message: t`Webhook added`, data: presentWebhook(made) });
    },
  })
  .put("/{id}", {
    ...byProvedUser("webhooks", "tell"),
    summary: "Change a webhook, or disable or enable it",
    request: { params, ...jsonBody(changedWebhookSchema) },
    responses: { 200: jsonResponse(webhookResponseSchema, "The webhook") },
    handle: async (c) => {
      const changed = await changeWebhook(c.var.ctx, parseWebhookId(c.req.valid("param").id), {
        ...c.req.valid("json"),
        allowLocal: allowsLocal(c),
      });
      return ok(c, { message: t`Webhook changed`, data: presentWebhook(changed) });
    },
  })
  .post("/{id}/rotate", {
    ...byProvedUser("webhooks", "tell"),
    summary: "Rotate a webhook's secret; the old one signs too for 24 more hours",
    request: { params },
    responses: {
      201: jsonResponse(webhookSecretResponseSchema, "The webhook and its new secret"),
    },
    handle: async (c) => {
      const rotated = await rotateWebhook(c.var.ctx, parseWebhookId(c.req.valid("param").id));
      const message = t`Secret rotated. The old one signs too for 24 more hours.`;
      return created(c, { message, data: presentWebhook(rotated) });
    },
  })
  .delete("/{id}", {
    ...byUser("webhooks", "tell"),
    summary: "Delete a webhook and its deliveries",
    request: { params },
    act: (c) => removeWebhook(c.var.ctx, parseWebhookId(c.req.valid("param").id)),
    done: () => t`Webhook deleted`,
  });

/** Throws `not_found` if the text is not a UUID, as for an unknown webhook. */
function parseWebhookId(text: string): string {
  if (!isUuid(text)) throw webhookNotFound();
  return text.toLowerCase();
}

function allowsLocal(c: Context<AppEnv>): boolean {
  return isLocalAddress(new URL(c.var.deps.config.appUrl));
}

function presentWebhook<Row extends WebhookRow>(row: Row) {
  return { ...withId(row), enabled: row.disabled === null, disabledBy: row.disabled };
}

export const webhookDeliveryRoutes = new Router()
  .get("/{id}/deliveries", {
    ...byUser("webhooks"),
    summary: "List the events of the last 30 days for a webhook, newest first",
    request: { params, query: pageQuerySchema },
    responses: { 200: jsonResponse(deliveriesResponseSchema, "The events") },
    handle: async (c) => {
      const id = parseWebhookId(c.req.valid("param").id);
      return okPage(
        c,
        await listOwnDeliveries(c.var.ctx, id, c.req.valid("query")),
        presentDelivery,
      );
    },
  })
  .post("/{id}/deliveries/{eventId}/resend", {
    ...byUser("webhooks", "tell"),
    summary: "Send an event again",
    request: { params: params.extend({ eventId: z.string() }) },
    act: async (c) => {
      const { id, eventId } = c.req.valid("param");
      const named = { id: parseWebhookId(id), eventId: parseWebhookId(eventId) };
      await resendDelivery(c.var.ctx, named);
    },
    done: () => t`The event is sent again.`,
  });

function presentDelivery({ eventId, status, dueAt, ...delivery }: DeliveryRow) {
  return { ...delivery, _id: eventId, state: status, nextAttemptAt: dueAt };
}
