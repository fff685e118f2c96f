import { changeInputSchema } from "@fairclick/core/changes";
import {
  adminWithdrawalResponseSchema,
  adminWithdrawalsQuerySchema,
  adminWithdrawalsResponseSchema,
} from "@fairclick/core/money/withdrawals";
import {
  getWithdrawal,
  holdWithdrawal,
  listWithdrawals,
  releaseWithdrawal,
  retryWithdrawal,
} from "@fairclick/services/money/operate-withdrawals";
import { z } from "zod";
import { changeResponses } from "../changes";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { presentAdminWithdrawal } from "../present-operated";
import { ok } from "../respond";

const params = z.object({ id: z.string().max(60) });

const change = {
  method: "post",
  access: "operator:withdrawals:write",
  request: { params, ...jsonBody(changeInputSchema) },
  responses: changeResponses,
} as const;

export const adminWithdrawalRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "operator:withdrawals:read",
      summary: "List all withdrawals, newest first",
      request: { query: adminWithdrawalsQuerySchema },
      responses: { 200: jsonResponse(adminWithdrawalsResponseSchema, "A page of withdrawals") },
    }),
    async (c) => {
      const { items, nextCursor } = await listWithdrawals(c.var.ctx, c.req.valid("query"));
      const data = items.map(presentAdminWithdrawal);
      return ok(c, { data, nextCursor });
    },
  )
  .openapi(
    defineRoute({
      method: "get",
      path: "/{id}",
      access: "operator:withdrawals:read",
      summary: "Get a withdrawal",
      request: { params },
      responses: { 200: jsonResponse(adminWithdrawalResponseSchema, "The withdrawal") },
    }),
    async (c) => {
      const withdrawal = await getWithdrawal(c.var.ctx, c.req.valid("param").id);
      return ok(c, { data: presentAdminWithdrawal(withdrawal) });
    },
  )
  .openapi(
    defineRoute({
      ...change,
      path: "/{id}/hold",
      summary: "Hold a withdrawal: it is not sent until it is released",
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      return ok(c, { data: await holdWithdrawal(c.var.ctx, { ...c.req.valid("json"), id }) });
    },
  )
  .openapi(
    defineRoute({ ...change, path: "/{id}/release", summary: "Release a held withdrawal" }),
    async (c) => {
      const { id } = c.req.valid("param");
      return ok(c, { data: await releaseWithdrawal(c.var.ctx, { ...c.req.valid("json"), id }) });
    },
  )
  .openapi(
    defineRoute({ ...change, path: "/{id}/retry", summary: "Retry a withdrawal now" }),
    async (c) => {
      const { id } = c.req.valid("param");
      return ok(c, { data: await retryWithdrawal(c.var.ctx, { ...c.req.valid("json"), id }) });
    },
  );
