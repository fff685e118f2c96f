import { changeInputSchema } from "@fairclick/core/changes";
import {
  stripeEventsQuerySchema,
  stripeEventsResponseSchema,
} from "@fairclick/core/money/stripe-events";
import { listStripeEvents, retryStripeEvent } from "@fairclick/services/money/stripe-events";
import { z } from "zod";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { changeResponses } from "../operations/change-responses";
import { ok } from "../respond";
import { presentStripeEvent } from "./present-stripe-event";

export const stripeEventRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "operator:stripe:read",
      summary: "List Stripe events that are not processed yet, newest first",
      request: { query: stripeEventsQuerySchema },
      responses: { 200: jsonResponse(stripeEventsResponseSchema, "The events") },
    }),
    async (c) => {
      const { events, total } = await listStripeEvents(c.var.ctx, c.req.valid("query"));
      return ok(c, { data: events.map(presentStripeEvent), total });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/{id}/retry",
      access: "operator:stripe:write",
      summary: "Retry a parked event",
      request: {
        params: z.object({ id: z.string().max(255) }),
        ...jsonBody(changeInputSchema),
      },
      responses: changeResponses,
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      const data = await retryStripeEvent(c.var.ctx, { id, ...c.req.valid("json") });
      return ok(c, { data });
    },
  );
