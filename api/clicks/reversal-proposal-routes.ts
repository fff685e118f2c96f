import { reversalProposalSchema } from "@fairclick/core/clicks/reversal-proposals-schema";
import { changeInputSchema } from "@fairclick/core/operations/operator-change-schema";
import { listResponse, pageQuerySchema } from "@fairclick/core/schemas/page";
import {
  dismissReversalProposal,
  listReversalProposals,
} from "@fairclick/services/clicks/decide/reversal-proposals";
import { z } from "zod";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { changeResponses } from "../operations/change-responses";
import { ok } from "../respond";

export const reversalProposalRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "operator:clicks:read",
      summary: "List paid clicks that newer address lists refuse, while their earnings wait",
      request: { query: pageQuerySchema },
      responses: { 200: jsonResponse(listResponse(reversalProposalSchema), "A page of proposals") },
    }),
    async (c) => {
      const { depositHoldHours } = c.var.deps.config;
      const query = { ...c.req.valid("query"), depositHoldHours };
      const { items, nextCursor } = await listReversalProposals(c.var.ctx, query);
      const data = items.map(({ clickedAt, paidMicros, proposedAt, ...proposal }) => ({
        ...proposal,
        clickedAt: clickedAt.toISOString(),
        paidMicros: paidMicros.toString(),
        proposedAt: proposedAt.toISOString(),
      }));
      return ok(c, { data, nextCursor });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/{id}/dismiss",
      access: "operator:clicks:decide",
      summary: "Dismiss a proposal; the click stays paid and is not proposed again",
      request: { params: z.object({ id: z.string().max(36) }), ...jsonBody(changeInputSchema) },
      responses: changeResponses,
    }),
    async (c) => {
      const { id: clickId } = c.req.valid("param");
      const change = { clickId, ...c.req.valid("json") };
      return ok(c, { data: await dismissReversalProposal(c.var.ctx, change) });
    },
  );
