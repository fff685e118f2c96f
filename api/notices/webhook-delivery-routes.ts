import { doneResponseSchema } from "@fairclick/core/accounts/account";
import { t } from "@fairclick/core/language/t";
import { deliveriesResponseSchema } from "@fairclick/core/notices/webhooks";
import { pageQuerySchema } from "@fairclick/core/schemas";
import { listOwnDeliveries, resendDelivery } from "@fairclick/services/notices/webhooks";
import type { DeliveryRow } from "@fairclick/sql/notices/webhooks";
import { z } from "zod";
import { defineRoute, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";
import { parseWebhookId } from "./webhook-routes";

const params = z.object({ id: z.string() });

export const webhookDeliveryRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/{id}/deliveries",
      access: "user",
      keyScope: "webhooks",
      summary: "List the events of the last 30 days for a webhook, newest first",
      request: { params, query: pageQuerySchema },
      responses: { 200: jsonResponse(deliveriesResponseSchema, "The events") },
    }),
    async (c) => {
      const id = parseWebhookId(c.req.valid("param").id);
      const { items, nextCursor } = await listOwnDeliveries(c.var.ctx, id, c.req.valid("query"));
      return ok(c, { data: items.map(presentDelivery), nextCursor });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/{id}/deliveries/{eventId}/resend",
      access: "user",
      keyScope: "webhooks",
      summary: "Send an event again",
      request: { params: params.extend({ eventId: z.string() }) },
      responses: { 200: jsonResponse(doneResponseSchema, "Queued") },
    }),
    async (c) => {
      const { id, eventId } = c.req.valid("param");
      const named = { id: parseWebhookId(id), eventId: parseWebhookId(eventId) };
      await resendDelivery(c.var.ctx, named);
      return ok(c, { message: t`The event is sent again.` });
    },
  );

function presentDelivery(delivery: DeliveryRow) {
  const { eventId, event, at, status, attempts, dueAt, responseStatus, problem, body } = delivery;
  return {
    ...{ _id: eventId, event, at: at.toISOString(), state: status, attempts, body },
    ...{ nextAttemptAt: dueAt?.toISOString() ?? null, responseStatus, problem },
  };
}
