import {
  clickDecisionInputSchema,
  clickDecisionResponseSchema,
  clickReversalInputSchema,
} from "@fairclick/core/clicks/click-decisions-schema";
import { decideClicks } from "@fairclick/services/clicks/decide/decide-clicks";
import { defineRoute, jsonAnswer, jsonBody, newRouter } from "../define-route";

const answer = jsonAnswer(clickDecisionResponseSchema, "What was decided, or would be");

const approve = defineRoute({
  method: "post",
  path: "/approve",
  access: "operator:clicks:decide",
  summary: "Pay held clicks, or clicks that an operator refused",
  request: jsonBody(clickDecisionInputSchema),
  responses: { 200: answer },
});

const reject = defineRoute({
  method: "post",
  path: "/reject",
  access: "operator:clicks:decide",
  summary: "Refuse held clicks",
  request: jsonBody(clickDecisionInputSchema),
  responses: { 200: answer },
});

const reverse = defineRoute({
  method: "post",
  path: "/reverse",
  access: "operator:clicks:decide",
  summary: "Take back what clicks were paid",
  request: jsonBody(clickReversalInputSchema),
  responses: { 200: answer },
});

export const clickDecisionRoutes = newRouter()
  .openapi(approve, async (c) => {
    c.env.waitForAnswer?.();
    const data = await decideClicks(c.var.ctx, { action: "approve", ...c.req.valid("json") });
    return c.json({ status: "success" as const, data }, 200);
  })
  .openapi(reject, async (c) => {
    c.env.waitForAnswer?.();
    const data = await decideClicks(c.var.ctx, { action: "reject", ...c.req.valid("json") });
    return c.json({ status: "success" as const, data }, 200);
  })
  .openapi(reverse, async (c) => {
    c.env.waitForAnswer?.();
    const data = await decideClicks(c.var.ctx, { action: "reverse", ...c.req.valid("json") });
    return c.json({ status: "success" as const, data }, 200);
  });
