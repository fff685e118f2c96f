import {
  breakdownQuerySchema,
  breakdownResponseSchema,
  seriesQuerySchema,
  seriesResponseSchema,
} from "@fairclick/core/clicks/stats";
import { itemResponse } from "@fairclick/core/schemas";
import { parseCampaignId } from "@fairclick/services/campaigns/parse-ids";
import { findLinkScope, readBreakdown, readSeries } from "@fairclick/services/clicks/stats";
import { z } from "zod";
import { presentBreakdown } from "../clicks/present-breakdown";
import { presentSeries } from "../clicks/present-series";
import { defineRoute, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

const params = z.object({ campaignId: z.string() });

/** A creator's routes for the statistics of their link. */
export const linkStatsRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/{campaignId}/stats/series",
      access: "user",
      keyScope: "read",
      summary: "Get clicks and earnings of your link over time, per hour or day",
      request: { params, query: seriesQuerySchema },
      responses: { 200: jsonResponse(itemResponse(seriesResponseSchema), "One point per step") },
    }),
    async (c) => {
      const query = c.req.valid("query");
      const campaignId = parseCampaignId(c.req.valid("param").campaignId);
      const scope = await findLinkScope(c.var.ctx, campaignId);
      const data = presentSeries(await readSeries(c.var.ctx.db, { scope, query }), query);
      return ok(c, { message: "Statistics over time", data });
    },
  )
  .openapi(
    defineRoute({
      method: "get",
      path: "/{campaignId}/stats/breakdown",
      access: "user",
      keyScope: "read",
      summary:
        "Get judged clicks and earnings of your link by country, device, browser or referrer",
      request: { params, query: breakdownQuerySchema },
      responses: {
        200: jsonResponse(itemResponse(breakdownResponseSchema), "Sorted by clicks, descending"),
      },
    }),
    async (c) => {
      const query = c.req.valid("query");
      const campaignId = parseCampaignId(c.req.valid("param").campaignId);
      const scope = await findLinkScope(c.var.ctx, campaignId);
      const data = presentBreakdown(await readBreakdown(c.var.ctx.db, { scope, query }), query);
      return ok(c, { message: "Statistics", data });
    },
  );
