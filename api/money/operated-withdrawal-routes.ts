import {
  adminWithdrawalResponseSchema,
  adminWithdrawalsQuerySchema,
  adminWithdrawalsResponseSchema,
} from "@fairclick/core/money/operated-withdrawals-schema";
import {
  changeInputSchema,
  changeResponseSchema,
} from "@fairclick/core/operations/operator-change-schema";
import { getWithdrawal } from "@fairclick/services/money/withdrawals/get-withdrawal";
import {
  holdWithdrawal,
  releaseWithdrawal,
} from "@fairclick/services/money/withdrawals/hold-withdrawal";
import { listWithdrawals } from "@fairclick/services/money/withdrawals/list-withdrawals";
import { retryWithdrawal } from "@fairclick/services/money/withdrawals/retry-withdrawal";
import { z } from "zod";
import { defineRoute, jsonAnswer, jsonBody, newRouter } from "../define-route";
import { presentAdminWithdrawal } from "../operations/present-operated";
import { ok } from "../respond";

const params = z.object({ id: z.string().max(60) });

const acts = { hold: holdWithdrawal, release: releaseWithdrawal, retry: retryWithdrawal } as const;

export const adminWithdrawalRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "operator:withdrawals:read",
      summary: "Every withdrawal, newest first",
      request: { query: adminWithdrawalsQuerySchema },
      responses: { 200: jsonAnswer(adminWithdrawalsResponseSchema, "A page of withdrawals") },
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
      summary: "One withdrawal",
      request: { params },
      responses: { 200: jsonAnswer(adminWithdrawalResponseSchema, "The withdrawal") },
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
      summary: "Keep a withdrawal from being sent, let it be sent, or have it tried again now",
      request: {
        params: params.extend({ act: z.enum(["hold", "release", "retry"]) }),
        ...jsonBody(changeInputSchema),
      },
      responses: { 200: jsonAnswer(changeResponseSchema, "What is different, or would be") },
    }),
    async (c) => {
      const { id, act } = c.req.valid("param");
      const data = await acts[act](c.var.ctx, { ...c.req.valid("json"), id });
      return ok(c, { data });
    },
  );
