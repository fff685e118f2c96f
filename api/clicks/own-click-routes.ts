import {
  appealInputSchema,
  ownAppealSchema,
  ownClickSchema,
  ownClicksQuerySchema,
} from "@fairclick/core/clicks/campaign-clicks";
import { t } from "@fairclick/core/language/t";
import { itemResponse, listResponse } from "@fairclick/core/schemas";
import { parseCampaignId } from "@fairclick/services/campaigns/parse-ids";
import { appealClick } from "@fairclick/services/clicks/appeals";
import { getPolicyAt, readJudgingPolicies } from "@fairclick/services/clicks/policy";
import { listClicksOfOwnLink } from "@fairclick/services/clicks/read-clicks";
import { z } from "zod";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { created, ok } from "../respond";
import { presentOwnClick } from "./present-own-click";

export const ownClickRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/{campaignId}/clicks",
      access: "user",
      keyScope: "read",
      summary: "List the clicks of your link with their verdicts, newest first",
      request: { params: z.object({ campaignId: z.string() }), query: ownClicksQuerySchema },
      responses: { 200: jsonResponse(listResponse(ownClickSchema), "A page of clicks") },
    }),
    async (c) => {
      const { deps, ctx } = c.var;
      const campaignId = parseCampaignId(c.req.valid("param").campaignId);
      const page = await listClicksOfOwnLink(ctx, { campaignId, ...c.req.valid("query") });
      const { clickWindowSeconds: windowSeconds } = deps.config;
      const now = ctx.now();
      const inForce = await getPolicyAt(ctx.db.sql, { at: now, windowSeconds });
      const judgedBy = await readJudgingPolicies(ctx.db.sql, page.items, inForce);
      const data = page.items.map((click) =>
        presentOwnClick(click, { now, policy: judgedBy(click) }),
      );
      return ok(c, { data, nextCursor: page.nextCursor });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/{campaignId}/clicks/{clickId}/appeal",
      access: "user",
      keyScope: "links",
      summary: "Appeal against the verdict on an invalid click",
      request: {
        params: z.object({ campaignId: z.string(), clickId: z.string() }),
        ...jsonBody(appealInputSchema),
      },
      responses: { 201: jsonResponse(itemResponse(ownAppealSchema), "The appeal") },
    }),
    async (c) => {
      const { campaignId, clickId } = c.req.valid("param");
      const { text } = c.req.valid("json");
      const own = { campaignId: parseCampaignId(campaignId), clickId };
      const appealedAt = await appealClick(c.var.ctx, { ...own, text });
      const data = {
        state: "open" as const,
        text,
        answer: null,
        appealedAt: appealedAt.toISOString(),
        answeredAt: null,
      };
      const message = t`Thank you. An operator will look at this click.`;
      return created(c, { message, data });
    },
  );
