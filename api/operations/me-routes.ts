import { doneResponseSchema } from "@fairclick/core/accounts/account";
import { operatorResponseSchema } from "@fairclick/core/operations/operators";
import { describeOperator, signOutOperator } from "@fairclick/services/operations/operators";
import { defineRoute, jsonResponse, newRouter } from "../define-route";
import { requestToken } from "../middleware/identify";
import { ok } from "../respond";
import { presentOperator } from "./present-operator";

export const operatorRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "operator",
      summary: "Get the operator of this token and the token's scopes",
      responses: { 200: jsonResponse(operatorResponseSchema, "The operator") },
    }),
    async (c) => {
      const operator = await describeOperator(c.var.ctx, requestToken(c) ?? "");
      return ok(c, { data: presentOperator(operator) });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/sign-out",
      access: "operator",
      summary: "Revoke this token",
      responses: { 200: jsonResponse(doneResponseSchema, "Revoked") },
    }),
    async (c) => {
      await signOutOperator(c.var.ctx, requestToken(c) ?? "");
      return ok(c, { message: "The token is revoked." });
    },
  );
