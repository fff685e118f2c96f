import {
  type LinkStatsResponse,
  linkStatsResponseSchema,
} from "@fairclick/core/clicks/stats-schema";
import { dollarsFromMicros } from "@fairclick/core/money/micros";
import { itemResponse } from "@fairclick/core/schemas/page";
import { getLinkStats } from "@fairclick/services/campaigns/get-link-stats";
import { parseCampaignId } from "@fairclick/services/campaigns/parse-ids";
import { z } from "zod";
import { presentReasons } from "../clicks/present-reasons";
import { defineRoute, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";
import { presentCounts } from "./present-campaign";

export const linkRoutes = newRouter().openapi(
  defineRoute({
    method: "get",
    path: "/{campaignId}/stats",
    access: "user",
    summary: "Get the clicks and earnings of your link, by verdict and reason",
    request: { params: z.object({ campaignId: z.string() }) },
    responses: { 200: jsonResponse(itemResponse(linkStatsResponseSchema), "Counts and money") },
  }),
  async (c) => {
    const campaignId = parseCampaignId(c.req.valid("param").campaignId);
    const { link, payoutMicros, reasons, judgedUpTo } = await getLinkStats(c.var.ctx, campaignId);
    const data: LinkStatsResponse = {
      clicks: presentCounts(link),
      reasons: presentReasons(reasons),
      earnings: dollarsFromMicros(link.paidMicros),
      pending: dollarsFromMicros(link.pending * payoutMicros),
      judgedUpTo: judgedUpTo?.toISOString() ?? null,
    };
    return ok(c, { message: "Statistics", data });
  },
);
