import { audienceShareSchema } from "@fairclick/core/campaigns/audience-schema";
import {
  breakdownQuerySchema,
  breakdownResponseSchema,
  ownDaysQuerySchema,
  ownDaysResponseSchema,
  seriesQuerySchema,
  seriesResponseSchema,
} from "@fairclick/core/clicks/stats";
import { itemResponse } from "@fairclick/core/schemas";
import { parseCampaignId } from "@fairclick/services/campaigns/parse-ids";
import {
  AUDIENCE_SHARE_DAYS,
  findCampaignScope,
  getAudienceShare,
  listOwnDays,
  readBreakdown,
  readSeries,
} from "@fairclick/services/clicks/stats";
import { z } from "zod";
import { presentBreakdown, presentSeries } from "../clicks/stats";
import { ok } from "../respond";
import { jsonResponse, Router } from "../router";

export const audienceRoutes = new Router().get("/{id}/audience-share", {
  access: "user",
  keyScope: "read",
  summary: "Get the share of your own recent clicks that are in a campaign's audience",
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: jsonResponse(itemResponse(audienceShareSchema), "Shares in percent") },
  handle: async (c) => {
    const share = await getAudienceShare(c.var.ctx, parseCampaignId(c.req.valid("param").id));
    return ok(c, { message: "Audience", data: { days: AUDIENCE_SHARE_DAYS, ...share } });
  },
});

const params = z.object({ id: z.string() });

/** How a campaign's clicks came in. */
export const campaignStatsRoutes = new Router()
  .get("/my-campaigns/days", {
    access: "user",
    keyScope: "read",
    summary: "Get the valid clicks of the last days of each of your campaigns",
    request: { query: ownDaysQuerySchema },
    responses: {
      200: jsonResponse(itemResponse(ownDaysResponseSchema), "One count per campaign and day"),
    },
    handle: async (c) => {
      const { days, campaigns } = await listOwnDays(c.var.ctx, c.req.valid("query"));
      const data = { days, campaigns: campaigns.map(({ id: _id, valid }) => ({ _id, valid })) };
      return ok(c, { message: "Valid clicks per day", data });
    },
  })
  .get("/{id}/stats/series", {
    access: "user",
    keyScope: "read",
    summary: "Get clicks and spend of your campaign over time, per hour or day",
    request: { params, query: seriesQuerySchema },
    responses: { 200: jsonResponse(itemResponse(seriesResponseSchema), "One point per step") },
    handle: async (c) => {
      const query = c.req.valid("query");
      const id = parseCampaignId(c.req.valid("param").id);
      const scope = await findCampaignScope(c.var.ctx, id);
      const data = presentSeries(await readSeries(c.var.ctx.db, { scope, query }), query);
      return ok(c, { message: "Statistics over time", data });
    },
  })
  .get("/{id}/stats/breakdown", {
    access: "user",
    keyScope: "read",
    summary: "Get judged clicks and spend of your campaign by country, device, browser or referrer",
    request: { params, query: breakdownQuerySchema },
    responses: {
      200: jsonResponse(itemResponse(breakdownResponseSchema), "Sorted by clicks, descending"),
    },
    handle: async (c) => {
      const query = c.req.valid("query");
      const id = parseCampaignId(c.req.valid("param").id);
      const scope = await findCampaignScope(c.var.ctx, id);
      const data = presentBreakdown(await readBreakdown(c.var.ctx.db, { scope, query }), query);
      return ok(c, { message: "Statistics", data });
    },
  });
