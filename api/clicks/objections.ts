import { dollarsFromMicros } from "@fairclick/core/amounts";
import {
  type Objection,
  type ObjectionDetail,
  type OwnObjection,
  objectionAnswerSchema,
  objectionDetailSchema,
  objectionInputSchema,
  objectionSchema,
  objectionsQuerySchema,
  ownObjectionSchema,
} from "@fairclick/core/clicks/objections-schema";
import { t } from "@fairclick/core/language/t";
import { itemResponse, listResponse, pageQuerySchema } from "@fairclick/core/schemas";
import { parseCampaignId } from "@fairclick/services/campaigns/parse-ids";
import {
  answerObjection,
  listAllObjections,
  listOwnObjections,
  objectToClicks,
  type ShownObjection,
  showObjection,
} from "@fairclick/services/clicks/objections";
import type {
  ObjectionClickRow,
  ObjectionRow,
  RecordedObjectionRow,
} from "@fairclick/sql/clicks/objections";
import { z } from "zod";
import { changeResponses, defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { created, ok } from "../respond";

const params = z.object({ id: z.string().max(36) });
const shownSchema = z.object({ status: z.literal("success"), data: objectionDetailSchema });

export const objectionRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "operator:clicks:read",
      summary: "List developers' objections to paid clicks; open objections oldest first",
      request: { query: objectionsQuerySchema },
      responses: { 200: jsonResponse(listResponse(objectionSchema), "A page of objections") },
    }),
    async (c) => {
      const { items, nextCursor } = await listAllObjections(c.var.ctx, c.req.valid("query"));
      return ok(c, { data: items.map(presentObjection), nextCursor });
    },
  )
  .openapi(
    defineRoute({
      method: "get",
      path: "/{id}",
      access: "operator:clicks:read",
      summary: "Get an objection with its clicks",
      request: { params },
      responses: { 200: jsonResponse(shownSchema, "The objection") },
    }),
    async (c) => {
      const shown = await showObjection(c.var.ctx, c.req.valid("param").id);
      return ok(c, { data: presentObjectionDetail(shown) });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/{id}/answer",
      access: "operator:clicks:decide",
      summary:
        "Uphold an objection and reverse its clicks, or dismiss it; both sides see the reason",
      request: { params, ...jsonBody(objectionAnswerSchema) },
      responses: changeResponses,
    }),
    async (c) => {
      const { reversalLimitMicros: limitMicros } = c.var.deps.config;
      const answer = { ...c.req.valid("param"), ...c.req.valid("json"), limitMicros };
      return ok(c, { data: await answerObjection(c.var.ctx, answer) });
    },
  );

const campaignParams = z.object({ id: z.string() });

export const campaignObjectionRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/{id}/objections",
      access: "user",
      keyScope: "read",
      summary: "List your objections to paid clicks of your campaign, with their answers",
      request: { params: campaignParams, query: pageQuerySchema },
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
      request: { params: campaignParams, ...jsonBody(objectionInputSchema) },
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

type OwnRow = Omit<
  ObjectionRow,
  "campaignId" | "campaign" | "developerId" | "developer" | "answeredBy"
>;

function presentOwnObjection(row: OwnRow): OwnObjection {
  return {
    ...presentShared(row),
    cost: dollarsFromMicros(row.micros),
    returned: dollarsFromMicros(row.reversedMicros),
  };
}

function presentObjection(row: RecordedObjectionRow): Objection {
  const { campaignId, campaign, developer, answeredBy } = row;
  const { upheld, dismissed, objectedClicks, validClicks } = row;
  return {
    ...presentShared(row),
    ...{ campaignId, campaign, developer, answeredBy },
    micros: row.micros.toString(),
    reversedMicros: row.reversedMicros.toString(),
    record: { upheld, dismissed, objectedClicks, validClicks },
  };
}

function presentObjectionDetail({ objection, clicks }: ShownObjection): ObjectionDetail {
  return {
    ...presentObjection(objection),
    creators: sumCreators(clicks),
    items: clicks.map(({ id, clickedAt, creator, verdict, country, device }) => ({
      ...{ id, creator, verdict, country, device },
      clickedAt: clickedAt.toISOString(),
    })),
  };
}

/** Sorted by clicks, descending. */
function sumCreators(clicks: ObjectionClickRow[]): ObjectionDetail["creators"] {
  const count = (own: ObjectionClickRow[], is: (click: ObjectionClickRow) => boolean) =>
    own.filter(is).length;
  return [...Map.groupBy(clicks, ({ creatorId }) => creatorId)]
    .map(([creatorId, own]) => ({
      creatorId,
      creator: own[0]?.creator ?? creatorId,
      clicks: own.length,
      valid: count(own, ({ verdict }) => verdict === "valid"),
      joined: count(own, ({ joined }) => joined),
      returned: count(own, ({ returned }) => returned),
    }))
    .sort((a, b) => b.clicks - a.clicks);
}

function presentShared(row: OwnRow) {
  const { id, state, text, filter, clicks, answer, reversedClicks } = row;
  return {
    ...{ id, state, text, filter, clicks, answer, reversedClicks },
    objectedAt: row.objectedAt.toISOString(),
    answeredAt: row.answeredAt?.toISOString() ?? null,
  };
}
