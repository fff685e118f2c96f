import { doneResponseSchema } from "@fairclick/core/accounts/account";
import { auditLog } from "@fairclick/core/operations/changes";
import {
  operatorResponseSchema,
  operatorTokensResponseSchema,
  revokeOperatorInputSchema,
} from "@fairclick/core/operations/operators";
import { mapPage } from "@fairclick/services/context";
import {
  describeOperator,
  listAudit,
  listTokens,
  revokeTokens,
  signOutOperator,
} from "@fairclick/services/operations/operators";
import { z } from "zod";
import { requestToken } from "../middleware";
import { resourceRoutes } from "../resource-routes";
import { ok } from "../respond";
import { changeResponses, jsonBody, jsonResponse, Router } from "../router";

const params = z.object({ name: z.string().max(64) });

export const operatorTokenRoutes = new Router()
  .get("/", {
    access: "operator:operators:read",
    summary: "List the operators' valid tokens, by name",
    responses: { 200: jsonResponse(operatorTokensResponseSchema, "The tokens") },
    handle: async (c) => ok(c, { data: await listTokens(c.var.ctx) }),
  })
  .post("/{name}/revoke", {
    access: "operator:operators:revoke",
    summary: "Revoke an operator's tokens, or one of them",
    request: { params, ...jsonBody(revokeOperatorInputSchema) },
    responses: changeResponses,
    handle: async (c) => {
      const input = { ...c.req.valid("param"), ...c.req.valid("json") };
      return ok(c, { data: await revokeTokens(c.var.ctx, input) });
    },
  });

export const operatorRoutes = new Router()
  .get("/", {
    access: "operator",
    summary: "Get the operator of this token and the token's scopes",
    responses: { 200: jsonResponse(operatorResponseSchema, "The operator") },
    handle: async (c) => {
      const operator = await describeOperator(c.var.ctx, requestToken(c) ?? "");
      return ok(c, { data: operator });
    },
  })
  .post("/sign-out", {
    access: "operator",
    summary: "Revoke this token",
    responses: { 200: jsonResponse(doneResponseSchema, "Revoked") },
    handle: async (c) => {
      await signOutOperator(c.var.ctx, requestToken(c) ?? "");
      return ok(c, { message: "The token is revoked." });
    },
  });

export const auditResource = resourceRoutes(auditLog, {
  list: async (ctx, query) =>
    mapPage(await listAudit(ctx, query), ({ id, actorName: actor, ...row }) => ({
      ...row,
      id: id.toString(),
      actor,
    })),
});
