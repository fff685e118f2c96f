import { ownClickSchema, ownClicksQuerySchema } from "@fairclick/core/schemas/own-clicks";
import { listResponse } from "@fairclick/core/schemas/page";
import { parseCampaignId } from "@fairclick/services/campaigns/parse-ids";
import { listClicksOfOwnLink } from "@fairclick/services/clicks/list-own-clicks";
import { z } from "zod";
import { presentOwnClick } from "../answers/present-own-click";
import { defineRoute, jsonAnswer, newRouter } from "../define-route";

const list = defineRoute({
  method: "get",
  path: "/{campaignId}/clicks",
  access: "user",
  summary: "The clicks of the signed-in creator's link, newest first, with what became of each",
  request: { params: z.object({ campaignId: z.string() }), query: ownClicksQuerySchema },
  responses: { 200: jsonAnswer(listResponse(ownClickSchema), "A page of clicks") },
});

export const ownClickRoutes = newRouter().openapi(list, async (c) => {
  const { deps, ctx } = c.var;
  const campaignId = parseCampaignId(c.req.valid("param").campaignId);
  const page = await listClicksOfOwnLink(ctx, { campaignId, ...c.req.valid("query") });
  const moment = { now: ctx.now(), windowSeconds: deps.config.clickWindowSeconds };
  const data = page.items.map((click) => presentOwnClick(click, moment));
  return c.json({ status: "success" as const, data, nextCursor: page.nextCursor }, 200);
});
