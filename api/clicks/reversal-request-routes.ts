import {
  clickDecisionResponseSchema,
  clickReversalInputSchema,
  listedReversalSchema,
  reversalRequestResponseSchema,
} from "@fairclick/core/clicks/click-decisions-schema";
import { changeInputSchema } from "@fairclick/core/operations/operator-change-schema";
import { listResponse, pageQuerySchema } from "@fairclick/core/schemas/page";
import {
  approveReversal,
  declineReversal,
} from "@fairclick/services/clicks/reversals/answer-reversal-request";
import { listReversalRequests } from "@fairclick/services/clicks/reversals/list-reversal-requests";
import { requestReversal } from "@fairclick/services/clicks/reversals/request-reversal";
import type { ListedReversalRequest } from "@fairclick/sql/clicks/reversal-requests";
import { z } from "zod";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { changeResponses } from "../operations/change-responses";
import { ok } from "../respond";

const params = z.object({ id: z.string() });
const answer = {
  method: "post",
  access: "operator:clicks:decide",
  request: { params, ...jsonBody(changeInputSchema) },
} as const;

export const reversalRequestRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "operator:clicks:decide",
      summary: "List the reversals that wait for a second operator, newest first",
      request: { query: pageQuerySchema },
      responses: { 200: jsonResponse(listResponse(listedReversalSchema), "A page of requests") },
    }),
    async (c) => {
      const { items, nextCursor } = await listReversalRequests(c.var.ctx, c.req.valid("query"));
      return ok(c, { data: items.map(presentRequest), nextCursor });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/",
      access: "operator:clicks:decide",
      summary: "Request a reversal that a second operator approves",
      request: jsonBody(clickReversalInputSchema),
      responses: {
        200: jsonResponse(reversalRequestResponseSchema, "The request, or its preview"),
      },
    }),
    async (c) => {
      c.env.waitForAnswer?.();
      return ok(c, { data: await requestReversal(c.var.ctx, c.req.valid("json")) });
    },
  )
  .openapi(
    defineRoute({
      ...answer,
      path: "/{id}/approve",
      summary: "Approve a reversal that a different operator requested, and reverse its clicks",
      responses: {
        200: jsonResponse(clickDecisionResponseSchema, "The decision, or its preview in a dry run"),
      },
    }),
    async (c) => {
      c.env.waitForAnswer?.();
      const input = { ...c.req.valid("param"), ...c.req.valid("json") };
      return ok(c, { data: await approveReversal(c.var.ctx, input) });
    },
  )
  .openapi(
    defineRoute({
      ...answer,
      path: "/{id}/decline",
      summary: "Decline a requested reversal, or withdraw your own",
      responses: changeResponses,
    }),
    async (c) => {
      const input = { ...c.req.valid("param"), ...c.req.valid("json") };
      return ok(c, { data: await declineReversal(c.var.ctx, input) });
    },
  );

function presentRequest({ micros, requestedAt, expiresAt, ...row }: ListedReversalRequest) {
  return {
    ...row,
    micros: micros.toString(),
    requestedAt: requestedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
