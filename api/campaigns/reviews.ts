import { type Review, reviewSchema, reviewsQuerySchema } from "@fairclick/core/campaigns/reviews";
import { changeInputSchema } from "@fairclick/core/changes";
import { listResponse } from "@fairclick/core/schemas";
import { approveReview, listAllReviews, rejectReview } from "@fairclick/services/campaigns/reviews";
import type { ReviewRow } from "@fairclick/sql/campaigns/reviews";
import { z } from "zod";
import { changeResponses } from "../changes";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

const decision = {
  method: "post",
  access: "operator:campaigns:write",
  request: { params: z.object({ id: z.string().max(36) }), ...jsonBody(changeInputSchema) },
  responses: changeResponses,
} as const;

export const reviewRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "operator:campaigns:read",
      summary: "List campaigns and new addresses that wait for review, oldest first",
      request: { query: reviewsQuerySchema },
      responses: { 200: jsonResponse(listResponse(reviewSchema), "A page of reviews") },
    }),
    async (c) => {
      const { items, nextCursor } = await listAllReviews(c.var.ctx, c.req.valid("query"));
      return ok(c, { data: items.map(presentReview), nextCursor });
    },
  )
  .openapi(
    defineRoute({
      ...decision,
      path: "/{id}/approve",
      summary: "Make a campaign live, or send its visitors to its new address",
    }),
    async (c) => {
      const input = { ...c.req.valid("json"), ...c.req.valid("param") };
      return ok(c, { data: await approveReview(c.var.ctx, input, c.var.deps.config) });
    },
  )
  .openapi(
    defineRoute({
      ...decision,
      path: "/{id}/reject",
      summary: "End a campaign that waits for review, or refuse its new address",
    }),
    async (c) => {
      const input = { ...c.req.valid("json"), ...c.req.valid("param") };
      return ok(c, { data: await rejectReview(c.var.ctx, input) });
    },
  );

function presentReview({ developerId, ...review }: ReviewRow): Review {
  return {
    ...review,
    payoutMicros: review.payoutMicros.toString(),
    budgetMicros: review.budgetMicros.toString(),
    waitsSince: review.waitsSince.toISOString(),
    decidedAt: review.decidedAt?.toISOString() ?? null,
  };
}
