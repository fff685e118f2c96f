import {
  clickDecisionInputSchema,
  clickDecisionResponseSchema,
  clickReversalInputSchema,
} from "@fairclick/core/clicks/decisions";
import { decideClicks } from "@fairclick/services/clicks/decide-clicks";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

const decision = {
  method: "post",
  access: "operator:clicks:decide",
  responses: {
    200: jsonResponse(clickDecisionResponseSchema, "The decision, or its preview in a dry run"),
  },
} as const;

export const clickDecisionRoutes = newRouter()
  .openapi(
    defineRoute({
      ...decision,
      path: "/approve",
      summary: "Pay held clicks, or clicks that an operator rejected",
      request: jsonBody(clickDecisionInputSchema),
    }),
    async (c) => {
      c.env.waitForAnswer?.();
      const data = await decideClicks(c.var.ctx, { action: "approve", ...c.req.valid("json") });
      return ok(c, { data });
    },
  )
  .openapi(
    defineRoute({
      ...decision,
      path: "/reject",
      summary: "Reject held clicks: they become invalid",
      request: jsonBody(clickDecisionInputSchema),
    }),
    async (c) => {
      c.env.waitForAnswer?.();
      const data = await decideClicks(c.var.ctx, { action: "reject", ...c.req.valid("json") });
      return ok(c, { data });
    },
  )
  .openapi(
    defineRoute({
      ...decision,
      path: "/hold",
      summary: "Hold rejected or reversed clicks again, as they were before the decision",
      request: jsonBody(clickDecisionInputSchema),
    }),
    async (c) => {
      c.env.waitForAnswer?.();
      const data = await decideClicks(c.var.ctx, { action: "hold", ...c.req.valid("json") });
      return ok(c, { data });
    },
  )
  .openapi(
    defineRoute({
      ...decision,
      path: "/reverse",
      summary: "Reverse paid clicks",
      description: "What one operator can take back within 24 hours is limited.",
      request: jsonBody(clickReversalInputSchema),
    }),
    async (c) => {
      c.env.waitForAnswer?.();
      const { reversalLimitMicros: limitMicros } = c.var.deps.config;
      const input = { action: "reverse" as const, ...c.req.valid("json"), limitMicros };
      const data = await decideClicks(c.var.ctx, input);
      return ok(c, { data });
    },
  );
