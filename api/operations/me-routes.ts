import { operatorResponseSchema } from "@fairclick/core/operations/operator-schema";
import { describeOperator } from "@fairclick/services/operations/operators/describe-operator";
import { defineRoute, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

export const operatorRoutes = newRouter().openapi(
  defineRoute({
    method: "get",
    path: "/",
    access: "operator",
    summary: "Get the operator of this token and the token's scopes",
    responses: { 200: jsonResponse(operatorResponseSchema, "The operator") },
  }),
  async (c) => ok(c, { data: await describeOperator(c.var.ctx) }),
);
