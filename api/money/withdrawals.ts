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

const acts = { hold: holdWithdrawal, release: releaseWithdrawal, retry: retryWithdrawal };
const actParams = params.extend({ act: z.enum(["hold", "release", "retry"]) });

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
      method: "post",
      path: "/{id}/{act}",
      access: "operator:withdrawals:write",
      summary: "Hold, release or retry a withdrawal",
      description: "A held withdrawal is not sent until it is released; `retry` sends it now.",
      request: { params: actParams, ...jsonBody(changeInputSchema) },
      responses: changeResponses,
    }),
    async (c) => {
      const { id, act } = c.req.valid("param");
      return ok(c, { data: await acts[act](c.var.ctx, { ...c.req.valid("json"), id }) });
    },
  );
