import { clickRuleChoices } from "@fairclick/core/campaigns/campaign-input";
import {
  adminCampaignResponseSchema,
  adminCampaignsQuerySchema,
  adminCampaignsResponseSchema,
} from "@fairclick/core/campaigns/operated";
import { changeInputSchema } from "@fairclick/core/changes";
import {
  adminLinksQuerySchema,
  adminLinksResponseSchema,
  linkCodeSchema,
} from "@fairclick/core/clicks/operated-links";
import { removeCover } from "@fairclick/services/campaigns/covers";
import { setDefaultClickRules } from "@fairclick/services/campaigns/edit-campaign";
import { listAllLinks } from "@fairclick/services/campaigns/links";
import { parseCampaignId } from "@fairclick/services/campaigns/parse-ids";
import { getAnyCampaign, listAllCampaigns } from "@fairclick/services/campaigns/read-campaigns";
import {
  disableCampaign,
  pauseCampaign,
  restoreCampaign,
  resumeCampaign,
} from "@fairclick/services/campaigns/stop-campaign";
import { disableLink, enableLink } from "@fairclick/services/campaigns/stop-link";
import { z } from "zod";
import { changeResponses } from "../changes";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { presentAdminCampaign, presentAdminLink } from "../present-operated";
import { ok } from "../respond";

const params = z.object({ id: z.string().max(60) });
const rulesParams = z.object({ rules: z.enum(clickRuleChoices) });

const change = {
  method: "post",
  access: "operator:campaigns:write",
  request: { params, ...jsonBody(changeInputSchema) },
  responses: changeResponses,
} as const;

export const adminCampaignRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "operator:campaigns:read",
      summary: "List all campaigns, newest first",
      request: { query: adminCampaignsQuerySchema },
      responses: { 200: jsonResponse(adminCampaignsResponseSchema, "A page of campaigns") },
    }),
    async (c) => {
      const { items, nextCursor } = await listAllCampaigns(c.var.ctx, c.req.valid("query"));
      const data = items.map(presentAdminCampaign);
      return ok(c, { data, nextCursor });
    },
  )
  .openapi(
    defineRoute({
      method: "get",
      path: "/{id}",
      access: "operator:campaigns:read",
      summary: "Get a campaign with its pauses and stops",
      request: { params },
      responses: { 200: jsonResponse(adminCampaignResponseSchema, "The campaign") },
    }),
    async (c) => {
      const campaign = await getAnyCampaign(c.var.ctx, parseCampaignId(c.req.valid("param").id));
      return ok(c, { data: presentAdminCampaign(campaign) });
    },
  )
  .openapi(
    defineRoute({
      ...change,
      path: "/{id}/pause",
      summary: "Pause a campaign; its developer cannot resume it",
    }),
    async (c) => {
      const id = parseCampaignId(c.req.valid("param").id);
      return ok(c, { data: await pauseCampaign(c.var.ctx, { ...c.req.valid("json"), id }) });
    },
  )
  .openapi(
    defineRoute({
      ...change,
      path: "/{id}/resume",
      summary: "Resume a campaign whose pause its developer cannot lift",
    }),
    async (c) => {
      const id = parseCampaignId(c.req.valid("param").id);
      return ok(c, { data: await resumeCampaign(c.var.ctx, { ...c.req.valid("json"), id }) });
    },
  )
  .openapi(
    defineRoute({
      ...change,
      path: "/{id}/disable",
      summary: "Disable a campaign: visitors of its links get 410",
    }),
    async (c) => {
      const id = parseCampaignId(c.req.valid("param").id);
      return ok(c, { data: await disableCampaign(c.var.ctx, { ...c.req.valid("json"), id }) });
    },
  )
  .openapi(
    defineRoute({ ...change, path: "/{id}/restore", summary: "Enable a disabled campaign" }),
    async (c) => {
      const id = parseCampaignId(c.req.valid("param").id);
      return ok(c, { data: await restoreCampaign(c.var.ctx, { ...c.req.valid("json"), id }) });
    },
  )
  .openapi(
    defineRoute({
      ...change,
      path: "/{id}/remove-cover",
      summary: "Remove a campaign's cover image, and refuse the same image from then on",
    }),
    async (c) => {
      const id = parseCampaignId(c.req.valid("param").id);
      const input = { ...c.req.valid("json"), id };
      return ok(c, { data: await removeCover(c.var.ctx, input, c.var.deps.pictures.store) });
    },
  )
  .openapi(
    defineRoute({
      ...change,
      path: "/click-rules/{rules}",
      summary: "Set the click rules of new campaigns whose developer does not choose",
      request: { ...jsonBody(changeInputSchema), params: rulesParams },
    }),
    async (c) => {
      const { rules: clickRules } = c.req.valid("param");
      const input = { ...c.req.valid("json"), clickRules };
      return ok(c, { data: await setDefaultClickRules(c.var.ctx, input) });
    },
  );

const changeLink = {
  method: "post",
  access: "operator:links:write",
  request: { params: z.object({ code: linkCodeSchema }), ...jsonBody(changeInputSchema) },
  responses: changeResponses,
} as const;

export const adminLinkRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "operator:links:read",
      summary: "List all links, most recently joined first",
      request: { query: adminLinksQuerySchema },
      responses: { 200: jsonResponse(adminLinksResponseSchema, "A page of links") },
    }),
    async (c) => {
      const { items, nextCursor } = await listAllLinks(c.var.ctx, c.req.valid("query"));
      const data = items.map(presentAdminLink);
      return ok(c, { data, nextCursor });
    },
  )
  .openapi(
    defineRoute({
      ...changeLink,
      path: "/{code}/disable",
      summary: "Disable a link: visitors get 410",
    }),
    async (c) => {
      const data = await disableLink(c.var.ctx, {
        ...c.req.valid("param"),
        ...c.req.valid("json"),
      });
      return ok(c, { data });
    },
  )
  .openapi(
    defineRoute({
      ...changeLink,
      path: "/{code}/enable",
      summary: "Enable a link that an operator disabled",
    }),
    async (c) => {
      const data = await enableLink(c.var.ctx, { ...c.req.valid("param"), ...c.req.valid("json") });
      return ok(c, { data });
    },
  );
