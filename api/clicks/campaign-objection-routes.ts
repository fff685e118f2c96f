import { objectionInputSchema, ownObjectionSchema } from "@fairclick/core/clicks/objections-schema";
import { t } from "@fairclick/core/language/t";
import { itemResponse, listResponse, pageQuerySchema } from "@fairclick/core/schemas";
import { parseCampaignId } from "@fairclick/services/campaigns/parse-ids";
import { listOwnObjections, objectToClicks } from "@fairclick/services/clicks/objections";
import { z } from "zod";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { created, ok } from "../respond";
import { presentOwnObjection } from "./present-objection";

const params = z.object({ id: z.string() });

export const campaignObjectionRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/{id}/objections",
      access: "user",
      keyScope: "read",
      summary: "List your objections to paid clicks of your campaign, with their answers",
      request: { params, query: pageQuerySchema },
      responses: { 200: jsonResponse(listResponse(ownObjectionSchema), "Newest first") },
    }),
    async (c) => {
      const campaignId = parseCampaignId(c.req.valid("param").id);
      const query = { campaignId, ...c.req.valid("query") };
      const { items, nextCursor } = await listOwnObjections(c.var.ctx, query);
      return ok(c, { data: items.map(presentOwnObjection), nextCursor });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/{id}/objections",
      access: "user",
      keyScope: "campaigns",
      summary: "Object to a paid click of your campaign, or to all that match a filter",
      description:
        "Possible for 30 days, once per click. A group has at most 1,000 paid clicks, and a campaign at most 5 open objections. If an operator upholds the objection, the price of the clicks that are still paid returns to the campaign, or to your wallet if it has ended.",
      request: { params, ...jsonBody(objectionInputSchema) },
      responses: { 201: jsonResponse(itemResponse(ownObjectionSchema), "The objection") },
    }),
    async (c) => {
      const campaignId = parseCampaignId(c.req.valid("param").id);
      const input = c.req.valid("json");
      const { text, filter = null } = input;
      const { at, ...objected } = await objectToClicks(c.var.ctx, { ...input, id: campaignId });
      const data = presentOwnObjection({
        ...{ ...objected, text, filter, objectedAt: at },
        ...{ state: "open", answer: null, answeredAt: null },
        ...{ reversedClicks: 0, reversedMicros: 0n },
      });
      const message = t`Thank you. An operator will look at these clicks.`;
      return created(c, { message, data });
    },
  );
