import {
  adminBreakdownQuerySchema,
  adminCampaignStatsResponseSchema,
  adminSeriesQuerySchema,
} from "@fairclick/core/clicks/operated-stats-schema";
import { breakdownResponseSchema } from "@fairclick/core/clicks/stats-breakdown-schema";
import { seriesResponseSchema } from "@fairclick/core/clicks/stats-series-schema";
import { booksResponseSchema } from "@fairclick/core/money/ledger-schema";
import { itemResponse } from "@fairclick/core/schemas/page";
import { parseCampaignId } from "@fairclick/services/campaigns/parse-ids";
import { findAnyScope } from "@fairclick/services/clicks/stats/find-scope";
import { readBreakdown } from "@fairclick/services/clicks/stats/read-breakdown";
import { readSeries } from "@fairclick/services/clicks/stats/read-series";
import { verifyStats } from "@fairclick/services/clicks/stats/verify-stats";
import { getAnyCampaignConversions } from "@fairclick/services/conversions/get-conversions";
import { z } from "zod";
import { presentAdminStats } from "../conversions/present-conversions";
import { defineRoute, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";
import { presentBreakdown } from "./present-breakdown";
import { presentSeries } from "./present-series";

const params = z.object({ id: z.string().max(60) });

export const statsRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/verify",
      access: "operator:stats:read",
      summary: "Verify that the statistics match the clicks",
      responses: { 200: jsonResponse(booksResponseSchema, "Every check, with its differences") },
    }),
    async (c) => {
      c.env.waitForAnswer?.();
      return ok(c, { data: await verifyStats(c.var.ctx) });
    },
  )
  .openapi(
    defineRoute({
      method: "get",
      path: "/campaigns/{id}",
      access: "operator:stats:read",
      summary:
        "Get impressions, clicks, conversions and retention of any campaign, in total and per creator",
      request: { params },
      responses: { 200: jsonResponse(adminCampaignStatsResponseSchema, "Counts and rates") },
    }),
    async (c) => {
      const id = parseCampaignId(c.req.valid("param").id);
      const data = presentAdminStats(await getAnyCampaignConversions(c.var.ctx, id));
      return ok(c, { data });
    },
  )
  .openapi(
    defineRoute({
      method: "get",
      path: "/campaigns/{id}/series",
      access: "operator:stats:read",
      summary: "Get clicks, spend, impressions and conversions of any campaign or link over time",
      request: { params, query: adminSeriesQuerySchema },
      responses: { 200: jsonResponse(itemResponse(seriesResponseSchema), "One point per step") },
    }),
    async (c) => {
      const { creator, ...query } = c.req.valid("query");
      const id = parseCampaignId(c.req.valid("param").id);
      const scope = await findAnyScope(c.var.ctx, { id, creator });
      const data = presentSeries(await readSeries(c.var.ctx.db, { scope, query }), query);
      return ok(c, { message: "Statistics over time", data });
    },
  )
  .openapi(
    defineRoute({
      method: "get",
      path: "/campaigns/{id}/breakdown",
      access: "operator:stats:read",
      summary:
        "Get judged clicks and spend of any campaign or link by country, device, browser or referrer",
      request: { params, query: adminBreakdownQuerySchema },
      responses: {
        200: jsonResponse(itemResponse(breakdownResponseSchema), "Sorted by clicks, descending"),
      },
    }),
    async (c) => {
      const { creator, ...query } = c.req.valid("query");
      const id = parseCampaignId(c.req.valid("param").id);
      const scope = await findAnyScope(c.var.ctx, { id, creator });
      const data = presentBreakdown(await readBreakdown(c.var.ctx.db, { scope, query }), query);
      return ok(c, { message: "Statistics", data });
    },
  );
