import {
  operatorTokensResponseSchema,
  revokeOperatorInputSchema,
} from "@fairclick/core/operations/operators";
import { listTokens, revokeTokens } from "@fairclick/services/operations/operators";
import { z } from "zod";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";
import { changeResponses } from "./change-responses";
import { presentToken } from "./present-operator";

const params = z.object({ name: z.string().max(64) });

export const operatorTokenRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "operator:operators:read",
      summary: "List the operators' valid tokens, by name",
      responses: { 200: jsonResponse(operatorTokensResponseSchema, "The tokens") },
    }),
    async (c) => ok(c, { data: (await listTokens(c.var.ctx)).map(presentToken) }),
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/{name}/revoke",
      access: "operator:operators:revoke",
      summary: "Revoke an operator's tokens, or one of them",
      request: { params, ...jsonBody(revokeOperatorInputSchema) },
      responses: changeResponses,
    }),
    async (c) => {
      const input = { ...c.req.valid("param"), ...c.req.valid("json") };
      return ok(c, { data: await revokeTokens(c.var.ctx, input) });
    },
  );
