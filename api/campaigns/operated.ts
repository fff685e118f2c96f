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

const acts = {
  pause: pauseCampaign,
  resume: resumeCampaign,
  disable: disableCampaign,
  restore: restoreCampaign,
};
const actParams = params.extend({
  act: z.enum(["pause", "resume", "disable", "restore", "remove-cover"]),
});

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
      method: "post",
      path: "/{id}/{act}",
      access: "operator:campaigns:write",
      summary: "Pause, resume, disable or restore a campaign, or remove its cover image",
      description:
        "A developer cannot resume what an operator paused. Visitors of a disabled campaign's links get 410. The image of a removed cover is refused from then on.",
      request: { params: actParams, ...jsonBody(changeInputSchema) },
      responses: changeResponses,
    }),
    async (c) => {
      const { id, act } = c.req.valid("param");
      const input = { ...c.req.valid("json"), id: parseCampaignId(id) };
      const { store } = c.var.deps.pictures;
      const data = await (act === "remove-cover"
        ? removeCover(c.var.ctx, input, store)
        : acts[act](c.var.ctx, input));
      return ok(c, { data });
    },
  );

const linkActParams = z.object({ code: linkCodeSchema, act: z.enum(["disable", "enable"]) });

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
      method: "post",
      path: "/{code}/{act}",
      access: "operator:links:write",
      summary: "Disable a link, or enable a link that an operator disabled",
      description: "Visitors of a disabled link get 410.",
      request: { params: linkActParams, ...jsonBody(changeInputSchema) },
      responses: changeResponses,
    }),
    async (c) => {
      const { code, act } = c.req.valid("param");
      const change = act === "disable" ? disableLink : enableLink;
      return ok(c, { data: await change(c.var.ctx, { ...c.req.valid("json"), code }) });
    },
  );
