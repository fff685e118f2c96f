import {
  adminCampaignResponseSchema,
  adminCampaignsQuerySchema,
  adminCampaignsResponseSchema,
} from "@fairclick/core/campaigns/operated-campaigns-schema";
import {
  changeInputSchema,
  changeResponseSchema,
} from "@fairclick/core/operations/operator-change-schema";
import { getAnyCampaign, listAllCampaigns } from "@fairclick/services/campaigns/list-all-campaigns";
import { parseCampaignId } from "@fairclick/services/campaigns/parse-ids";
import {
  disableCampaign,
  pauseCampaign,
  restoreCampaign,
  resumeCampaign,
} from "@fairclick/services/campaigns/stop-campaign";
import { z } from "zod";
import { defineRoute, jsonAnswer, jsonBody, newRouter } from "../define-route";
import { presentAdminCampaign } from "../operations/present-operated";
import { ok } from "../respond";

const params = z.object({ id: z.string().max(60) });

const acts = {
  pause: { verb: pauseCampaign, summary: "Pause a campaign; its developer cannot resume it" },
  resume: { verb: resumeCampaign, summary: "Lift a pause that its developer cannot lift" },
  disable: { verb: disableCampaign, summary: "Stop a campaign's links: visitors get 410" },
  restore: { verb: restoreCampaign, summary: "Undo the disabling of a campaign" },
} as const;

export const adminCampaignRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "operator:campaigns:read",
      summary: "Every campaign, newest first",
      request: { query: adminCampaignsQuerySchema },
      responses: { 200: jsonAnswer(adminCampaignsResponseSchema, "A page of campaigns") },
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
      summary: "One campaign, with what stops it",
      request: { params },
      responses: { 200: jsonAnswer(adminCampaignResponseSchema, "The campaign") },
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
      summary: Object.values(acts)
        .map(({ summary }) => summary)
        .join(". "),
      request: {
        params: params.extend({ act: z.enum(["pause", "resume", "disable", "restore"]) }),
        ...jsonBody(changeInputSchema),
      },
      responses: { 200: jsonAnswer(changeResponseSchema, "What is different, or would be") },
    }),
    async (c) => {
      const { id, act } = c.req.valid("param");
      const input = { ...c.req.valid("json"), id: parseCampaignId(id) };
      const data = await acts[act].verb(c.var.ctx, input);
      return ok(c, { data });
    },
  );
