import {
  clickDecisionInputSchema,
  clickDecisionResponseSchema,
  clickReversalInputSchema,
} from "@fairclick/core/clicks/click-decisions-schema";
import { decideClicks } from "@fairclick/services/clicks/decide/decide-clicks";
import { defineRoute, jsonAnswer, jsonBody, newRouter } from "../define-route";
import { ok } from "../respond";

const answer = jsonAnswer(clickDecisionResponseSchema, "What was decided, or would be");

export const clickDecisionRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "post",
      path: "/approve",
      access: "operator:clicks:decide",
      summary: "Pay held clicks, or clicks that an operator refused",
      request: jsonBody(clickDecisionInputSchema),
      responses: { 200: answer },
    }),
    async (c) => {
      c.env.waitForAnswer?.();
      const data = await decideClicks(c.var.ctx, { action: "approve", ...c.req.valid("json") });
      return ok(c, { data });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/reject",
      access: "operator:clicks:decide",
      summary: "Refuse held clicks",
      request: jsonBody(clickDecisionInputSchema),
      responses: { 200: answer },
    }),
    async (c) => {
      c.env.waitForAnswer?.();
      const data = await decideClicks(c.var.ctx, { action: "reject", ...c.req.valid("json") });
      return ok(c, { data });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/reverse",
      access: "operator:clicks:decide",
      summary: "Take back what clicks were paid",
      request: jsonBody(clickReversalInputSchema),
      responses: { 200: answer },
    }),
    async (c) => {
      c.env.waitForAnswer?.();
      const data = await decideClicks(c.var.ctx, { action: "reverse", ...c.req.valid("json") });
      return ok(c, { data });
    },
  );
