import { dollarsFromMicros } from "@fairclick/core/amounts";
import { changeInputSchema } from "@fairclick/core/changes";
import {
  adminRefundResponseSchema,
  adminRefundsQuerySchema,
  adminRefundsResponseSchema,
  DEBIT_REFUND_DAYS,
  type RefundableResponse,
  type RefundSource,
} from "@fairclick/core/money/refunds";
import {
  cancelRefund,
  getRefund,
  holdRefund,
  listRefunds,
  releaseRefund,
  retryRefund,
} from "@fairclick/services/money/operate-refunds";
import type { Refundable } from "@fairclick/services/money/refunds";
import { z } from "zod";
import { changeResponses } from "../changes";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { presentAdminRefund } from "../present-operated";
import { ok } from "../respond";

const params = z.object({ id: z.string().max(60) });

const acts = {
  hold: holdRefund,
  release: releaseRefund,
  retry: retryRefund,
  cancel: cancelRefund,
};
const actParams = params.extend({ act: z.enum(["hold", "release", "retry", "cancel"]) });

export const adminRefundRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "operator:refunds:read",
      summary: "List all requested refunds, newest first",
      request: { query: adminRefundsQuerySchema },
      responses: { 200: jsonResponse(adminRefundsResponseSchema, "A page of refunds") },
    }),
    async (c) => {
      const { items, nextCursor } = await listRefunds(c.var.ctx, c.req.valid("query"));
      const data = items.map(presentAdminRefund);
      return ok(c, { data, nextCursor });
    },
  )
  .openapi(
    defineRoute({
      method: "get",
      path: "/{id}",
      access: "operator:refunds:read",
      summary: "Get a refund",
      request: { params },
      responses: { 200: jsonResponse(adminRefundResponseSchema, "The refund") },
    }),
    async (c) => {
      const refund = await getRefund(c.var.ctx, c.req.valid("param").id);
      return ok(c, { data: presentAdminRefund(refund) });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/{id}/{act}",
      access: "operator:refunds:write",
      summary: "Hold, release, retry or cancel a refund",
      description:
        "A held refund is not sent until it is released; `retry` sends it now; `cancel` returns the money of a refund that is not sent to the wallet.",
      request: { params: actParams, ...jsonBody(changeInputSchema) },
      responses: changeResponses,
    }),
    async (c) => {
      const { id, act } = c.req.valid("param");
      return ok(c, { data: await acts[act](c.var.ctx, { ...c.req.valid("json"), id }) });
    },
  );

export function presentRefundable(refundable: Refundable): RefundableResponse {
  return {
    walletBalance: dollarsFromMicros(refundable.walletMicros),
    refundable: dollarsFromMicros(refundable.refundableMicros),
    windowDays: DEBIT_REFUND_DAYS,
    deposits: refundable.deposits.map(presentRefundSource),
  };
}

export function presentRefundSource(deposit: Refundable["deposits"][number]): RefundSource {
  return {
    _id: deposit.id,
    paidAt: deposit.completedAt.toISOString(),
    amount: dollarsFromMicros(deposit.amountMicros),
    refundable: dollarsFromMicros(deposit.refundableMicros),
    card:
      deposit.cardBrand || deposit.cardLast4
        ? { brand: deposit.cardBrand, last4: deposit.cardLast4 }
        : null,
  };
}
