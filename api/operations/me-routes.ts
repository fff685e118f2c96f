import { operatorResponseSchema } from "@fairclick/core/operations/operator-schema";
import { describeOperator } from "@fairclick/services/operations/operators/describe-operator";
import { defineRoute, jsonAnswer, newRouter } from "../define-route";

const me = defineRoute({
  method: "get",
  path: "/",
  access: "operator",
  summary: "The operator behind a token, and what the token may do",
  responses: { 200: jsonAnswer(operatorResponseSchema, "The operator") },
});

export const operatorRoutes = newRouter().openapi(me, async (c) =>
  c.json({ status: "success" as const, data: await describeOperator(c.var.ctx) }, 200),
);
