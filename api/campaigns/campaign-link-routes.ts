import { dollarsFromMicros } from "@fairclick/core/amounts";
import { campaignLinkResponseSchema, editLinkSchema } from "@fairclick/core/campaigns/campaign";
import { editShareLinkSchema } from "@fairclick/core/campaigns/campaign-input";
import { campaignStatsResponseSchema } from "@fairclick/core/clicks/stats";
import { t } from "@fairclick/core/language/t";
import { itemResponse, listResponse, pageQuerySchema } from "@fairclick/core/schemas";
import { setShareLink } from "@fairclick/services/campaigns/edit-campaign";
import { getCampaignStats } from "@fairclick/services/campaigns/get-campaign-stats";
import { listLinks, setLinkDisabled } from "@fairclick/services/campaigns/links";
import { parseCampaignId, parseCreatorId } from "@fairclick/services/campaigns/parse-ids";
import { z } from "zod";
import { presentReasons } from "../clicks/present-reasons";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";
import { presentCounts, presentLink, presentPerformance, presentStop } from "./present-campaign";

const idParams = z.object({ id: z.string() });

/** A developer's routes for the links of their campaign. */
export const campaignLinkRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/{id}/links",
      access: "user",
      keyScope: "read",
      summary: "List the links of your campaign",
      request: { params: idParams, query: pageQuerySchema },
      responses: {
        200: jsonResponse(listResponse(campaignLinkResponseSchema), "Most recently joined first"),
      },
    }),
    async (c) => {
      const campaignId = parseCampaignId(c.req.valid("param").id);
      const { items, nextCursor } = await listLinks(c.var.ctx, {
        campaignId,
        ...c.req.valid("query"),
      });
      return ok(c, { data: items.map(presentLink), nextCursor });
    },
  )
  .openapi(
    defineRoute({
      method: "patch",
      path: "/{id}/links/{userId}",
      access: "user",
      keyScope: "campaigns",
      summary: "Disable or enable a creator's link in your campaign",
      request: { params: idParams.extend({ userId: z.string() }), ...jsonBody(editLinkSchema) },
      responses: { 200: jsonResponse(itemResponse(campaignLinkResponseSchema), "The link") },
    }),
    async (c) => {
      const { id, userId } = c.req.valid("param");
      const link = await setLinkDisabled(c.var.ctx, {
        campaignId: parseCampaignId(id),
        creatorId: parseCreatorId(userId),
        disabled: c.req.valid("json").disabled,
      });
      const message = link.disabledBy ? t`Link disabled` : t`Link enabled`;
      return ok(c, { message, data: presentLink(link) });
    },
  )
  .openapi(
    defineRoute({
      method: "put",
      path: "/{id}/links/{userId}/share-link",
      access: "user",
      keyScope: "links",
      summary: "Send a creator's visitors to a Roblox share link",
      request: {
        params: idParams.extend({ userId: z.string() }),
        ...jsonBody(editShareLinkSchema),
      },
      responses: { 200: jsonResponse(itemResponse(campaignLinkResponseSchema), "The link") },
    }),
    async (c) => {
      const { id, userId } = c.req.valid("param");
      const link = await setShareLink(c.var.ctx, {
        campaignId: parseCampaignId(id),
        creatorId: parseCreatorId(userId),
        shareUrl: c.req.valid("json").shareLink,
      });
      const message = link.shareUrl ? t`Share link saved` : t`Share link removed`;
      return ok(c, { message, data: presentLink(link) });
    },
  )
  .openapi(
    defineRoute({
      method: "get",
      path: "/{id}/stats",
      access: "user",
      keyScope: "read",
      summary: "Get the clicks and money of your campaign, by verdict and reason",
      request: { params: idParams },
      responses: {
        200: jsonResponse(itemResponse(campaignStatsResponseSchema), "Counts and money"),
      },
    }),
    async (c) => {
      const id = parseCampaignId(c.req.valid("param").id);
      const stats = await getCampaignStats(c.var.ctx, id);
      const { campaign, pendingMicros, reasons, judgedUpTo } = stats;
      const data = {
        ...presentPerformance(campaign),
        clicks: presentCounts(campaign),
        reasons: presentReasons(reasons),
        reserved: dollarsFromMicros(campaign.fundedAt ? campaign.budgetMicros : 0n),
        budgetRemaining: dollarsFromMicros(campaign.escrowMicros),
        pending: dollarsFromMicros(pendingMicros),
        held: dollarsFromMicros(campaign.claimedMicros),
        stopped: presentStop(campaign),
        pendingGameUrl: campaign.pendingGameUrl,
        judgedUpTo: judgedUpTo?.toISOString() ?? null,
      };
      return ok(c, { message: "Statistics", data });
    },
  );
