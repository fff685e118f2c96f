import { dollarsFromMicros } from "@fairclick/core/amounts";
import { linkAppealSchema, linkReviewSchema } from "@fairclick/core/clicks/link-findings";
import { type LinkStatsResponse, linkStatsResponseSchema } from "@fairclick/core/clicks/stats";
import { t } from "@fairclick/core/language/t";
import { itemResponse } from "@fairclick/core/schemas";
import { getLinkStats } from "@fairclick/services/campaigns/links";
import { parseCampaignId } from "@fairclick/services/campaigns/parse-ids";
import { explainFinding, findOwnFinding } from "@fairclick/services/clicks/findings";
import { z } from "zod";
import { presentReview } from "../clicks/present-link-finding";
import { presentReasons } from "../clicks/present-reasons";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { created, ok } from "../respond";
import { presentCounts } from "./present-campaign";

export const linkRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/{campaignId}/stats",
      access: "user",
      keyScope: "read",
      summary: "Get the clicks and earnings of your link, by verdict and reason",
      request: { params: z.object({ campaignId: z.string() }) },
      responses: { 200: jsonResponse(itemResponse(linkStatsResponseSchema), "Counts and money") },
    }),
    async (c) => {
      const campaignId = parseCampaignId(c.req.valid("param").campaignId);
      const { link, pendingMicros, reasons, judgedUpTo } = await getLinkStats(
        c.var.ctx,
        campaignId,
      );
      const finding = await findOwnFinding(c.var.ctx, campaignId);
      const data: LinkStatsResponse = {
        review: finding ? presentReview(finding) : null,
        clicks: presentCounts(link),
        reasons: presentReasons(reasons),
        earnings: dollarsFromMicros(link.paidMicros),
        pending: dollarsFromMicros(pendingMicros),
        judgedUpTo: judgedUpTo?.toISOString() ?? null,
      };
      return ok(c, { message: "Statistics", data });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/{campaignId}/review/appeal",
      access: "user",
      keyScope: "links",
      summary: "Appeal against the review of your link",
      request: { params: z.object({ campaignId: z.string() }), ...jsonBody(linkAppealSchema) },
      responses: { 201: jsonResponse(itemResponse(linkReviewSchema), "The review") },
    }),
    async (c) => {
      const campaignId = parseCampaignId(c.req.valid("param").campaignId);
      const finding = await explainFinding(c.var.ctx, { campaignId, ...c.req.valid("json") });
      const message = t`Thank you. An operator will read this.`;
      return created(c, { message, data: presentReview(finding) });
    },
  );
