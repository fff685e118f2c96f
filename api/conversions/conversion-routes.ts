import {
  campaignConversionsSchema,
  eventsRequestSchema,
  linkConversionsSchema,
  reportsRequestSchema,
  reportsResponseSchema,
} from "@fairclick/core/conversions/conversions";
import { t } from "@fairclick/core/language/t";
import { itemResponse } from "@fairclick/core/schemas";
import { parseCampaignId } from "@fairclick/services/campaigns/parse-ids";
import { requireCampaign } from "@fairclick/services/changes";
import {
  getCampaignConversions,
  getLinkConversions,
  setEvents,
} from "@fairclick/services/conversions/read-conversions";
import {
  type ReportOutcome,
  reportConversions,
} from "@fairclick/services/conversions/report-conversions";
import { z } from "zod";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";
import {
  presentCampaignConversions,
  presentLinkConversions,
  presentReport,
} from "./present-conversions";

const isRefused = ({ status }: ReportOutcome) => status === "refused";

export const conversionRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "post",
      path: "/conversions",
      access: "campaign",
      summary: "Report conversions of clicks, up to 1,000 per request",
      request: jsonBody(reportsRequestSchema),
      responses: {
        200: jsonResponse(reportsResponseSchema, "The outcome of each report, in request order"),
      },
    }),
    async (c) => {
      await c.var.deps.limits.take("conversionKey", requireCampaign(c.var.ctx).keyId);
      const body = c.req.valid("json");
      const reports = Array.isArray(body) ? body : [body];
      const outcomes = await reportConversions(c.var.ctx, reports);
      const refused = outcomes.filter(isRefused).length;
      const results = reports.flatMap((each, at) => {
        const outcome = outcomes[at];
        return outcome ? [presentReport(each, outcome)] : [];
      });
      const accepted = outcomes.length - refused;
      return ok(c, { accepted, refused, results });
    },
  )
  .openapi(
    defineRoute({
      method: "get",
      path: "/campaigns/{id}/conversions",
      access: "user",
      keyScope: "read",
      summary:
        "Get conversions, their value and retention of your campaign, in total and per creator",
      request: { params: z.object({ id: z.string() }) },
      responses: { 200: jsonResponse(itemResponse(campaignConversionsSchema), "Counts and rates") },
    }),
    async (c) => {
      const id = parseCampaignId(c.req.valid("param").id);
      const data = presentCampaignConversions(await getCampaignConversions(c.var.ctx, id));
      return ok(c, { message: "Conversions", data });
    },
  )
  .openapi(
    defineRoute({
      method: "put",
      path: "/campaigns/{id}/events",
      access: "user",
      keyScope: "campaigns",
      summary: "Set the events of your campaign and which event is the conversion",
      request: { params: z.object({ id: z.string() }), ...jsonBody(eventsRequestSchema) },
      responses: { 200: jsonResponse(itemResponse(campaignConversionsSchema), "Counts and rates") },
    }),
    async (c) => {
      const campaignId = parseCampaignId(c.req.valid("param").id);
      const { own, conversion } = c.req.valid("json");
      await setEvents(c.var.ctx, { campaignId, names: own, conversion });
      const data = presentCampaignConversions(await getCampaignConversions(c.var.ctx, campaignId));
      return ok(c, { message: t`Events saved`, data });
    },
  )
  .openapi(
    defineRoute({
      method: "get",
      path: "/links/{campaignId}/conversions",
      access: "user",
      keyScope: "read",
      summary: "Get impressions, conversions and retention of your link",
      request: { params: z.object({ campaignId: z.string() }) },
      responses: { 200: jsonResponse(itemResponse(linkConversionsSchema), "Counts and rates") },
    }),
    async (c) => {
      const campaignId = parseCampaignId(c.req.valid("param").campaignId);
      const data = presentLinkConversions(await getLinkConversions(c.var.ctx, campaignId));
      return ok(c, { message: "Conversions", data });
    },
  );
