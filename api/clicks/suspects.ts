import { topClicksQuerySchema, topClicksResponseSchema } from "@fairclick/core/clicks/stats";
import {
  concentrationKinds,
  describeSuspicion,
  suspectsQuerySchema,
  suspectsResponseSchema,
} from "@fairclick/core/clicks/suspects";
import { mapEach } from "@fairclick/core/compact";
import { listSuspects, listTopClicks, type SuspectLink } from "@fairclick/services/clicks/suspects";
import { defineRoute, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

export const suspectRoutes = newRouter().openapi(
  defineRoute({
    method: "get",
    path: "/suspects",
    access: "operator:clicks:read",
    summary: "Rank links by what is odd in their paid clicks and by their money",
    request: { query: suspectsQuerySchema },
    responses: { 200: jsonResponse(suspectsResponseSchema, "Links, the most suspect first") },
  }),
  async (c) => {
    const { items, from, ...counts } = await listSuspects(c.var.ctx, c.req.valid("query"));
    return ok(c, { data: items.map(presentSuspect), from, ...counts });
  },
);

function presentSuspect({ suspicion, facts, ...link }: SuspectLink) {
  return {
    code: link.code,
    campaignId: link.campaignId,
    campaign: link.campaignName,
    creatorId: link.creatorId,
    creator: link.creatorName,
    disabledBy: link.disabledBy,
    clicks: link.clicks,
    paidMicros: link.paidMicros,
    riskMicros: link.riskMicros,
    oddPercent: Math.round(suspicion.oddity * 1_000) / 10,
    why: describeSuspicion(suspicion, facts),
    examined: facts.examined,
    values: mapEach(concentrationKinds, (kind) => facts[kind]?.value ?? null),
    figures: suspicion.percents,
  };
}

export const topClickRoutes = newRouter().openapi(
  defineRoute({
    method: "get",
    path: "/top",
    access: "operator:clicks:read",
    summary: "Count clicks of all verdicts by address, network, device or another value",
    request: { query: topClicksQuerySchema },
    responses: { 200: jsonResponse(topClicksResponseSchema, "The values with the most clicks") },
  }),
  async (c) => {
    const { rows, counted } = await listTopClicks(c.var.ctx, c.req.valid("query"));
    return ok(c, {
      data: rows,
      counted,
    });
  },
);
