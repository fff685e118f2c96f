import { changeInputSchema } from "@fairclick/core/changes";
import {
  adminRefundResponseSchema,
  adminRefundsQuerySchema,
  adminRefundsResponseSchema,
} from "@fairclick/core/money/refunds";
import {
  cancelRefund,
  getRefund,
  holdRefund,
  listRefunds,
  releaseRefund,
  retryRefund,
} from "@fairclick/services/money/operate-refunds";
import { z } from "zod";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { changeResponses } from "../operations/change-responses";
import { presentAdminRefund } from "../operations/present-operated";
import { ok } from "../respond";

const params = z.object({ id: z.string().max(60) });

const change = {
  method: "post",
  access: "operator:refunds:write",
  request: { params, ...jsonBody(changeInputSchema) },
  responses: changeResponses,
} as const;

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
      ...change,
      path: "/{id}/hold",
      summary: "Hold a refund: it is not sent until it is released",
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      return ok(c, { data: await holdRefund(c.var.ctx, { ...c.req.valid("json"), id }) });
    },
  )
  .openapi(
    defineRoute({ ...change, path: "/{id}/release", summary: "Release a held refund" }),
    async (c) => {
      const { id } = c.req.valid("param");
      return ok(c, { data: await releaseRefund(c.var.ctx, { ...c.req.valid("json"), id }) });
    },
  )
  .openapi(
    defineRoute({ ...change, path: "/{id}/retry", summary: "Retry a refund now" }),
    async (c) => {
      const { id } = c.req.valid("param");
      return ok(c, { data: await retryRefund(c.var.ctx, { ...c.req.valid("json"), id }) });
    },
  )
  .openapi(
    defineRoute({
      ...change,
      path: "/{id}/cancel",
      summary: "Cancel a refund that is not sent: its money returns to the wallet",
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      return ok(c, { data: await cancelRefund(c.var.ctx, { ...c.req.valid("json"), id }) });
    },
  );
