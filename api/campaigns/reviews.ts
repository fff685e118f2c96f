import { type Review, reviewSchema, reviewsQuerySchema } from "@fairclick/core/campaigns/reviews";
import { changeInputSchema } from "@fairclick/core/changes";
import { listResponse } from "@fairclick/core/schemas";
import { approveReview, listAllReviews, rejectReview } from "@fairclick/services/campaigns/reviews";
import type { ReviewRow } from "@fairclick/sql/campaigns/reviews";
import { z } from "zod";
import { changeResponses, defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

const actParams = z.object({ id: z.string().max(36), act: z.enum(["approve", "reject"]) });

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
      method: "post",
      path: "/{id}/{act}",
      access: "operator:campaigns:write",
      summary: "Approve or reject a campaign or its new address",
      description:
        "An approved campaign is live, and visitors are sent to an approved address. A rejected campaign ends.",
      request: { params: actParams, ...jsonBody(changeInputSchema) },
      responses: changeResponses,
    }),
    async (c) => {
      const { id, act } = c.req.valid("param");
      const input = { ...c.req.valid("json"), id };
      const data = await (act === "approve"
        ? approveReview(c.var.ctx, input, c.var.deps.config)
        : rejectReview(c.var.ctx, input));
      return ok(c, { data });
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
