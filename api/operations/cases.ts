import { dollarsFromMicros } from "@fairclick/core/amounts";
import {
  type Case,
  type CaseDetail,
  caseActs,
  caseDetailSchema,
  caseSchema,
  casesQuerySchema,
  type OwnCase,
  ownCaseSchema,
} from "@fairclick/core/campaigns/cases";
import { caseDecisionSchema } from "@fairclick/core/operations/work";
import { listResponse, pageQuerySchema } from "@fairclick/core/schemas";
import {
  decideCase,
  listAllCases,
  listCallersCases,
  type ShownCase,
  showCase,
} from "@fairclick/services/operations/cases";
import type { CaseClickRow, CaseRow, OwnCaseRow } from "@fairclick/sql/campaigns/cases";
import { z } from "zod";
import { changeResponses, defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

const params = z.object({ id: z.string().max(36) });
const actParams = params.extend({ act: z.enum(["accept", "decline"]) });
const shownSchema = z.object({ status: z.literal("success"), data: caseDetailSchema });

export const caseRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "operator:cases:read",
      summary: "List appeals, objections and campaigns under review; open ones oldest first",
      request: { query: casesQuerySchema },
      responses: { 200: jsonResponse(listResponse(caseSchema), "A page of cases") },
    }),
    async (c) => {
      const { items, nextCursor } = await listAllCases(c.var.ctx, c.req.valid("query"));
      return ok(c, { data: items.map(presentCase), nextCursor });
    },
  )
  .openapi(
    defineRoute({
      method: "get",
      path: "/{id}",
      access: "operator:cases:read",
      summary: "Get a case with its clicks",
      request: { params },
      responses: { 200: jsonResponse(shownSchema, "The case") },
    }),
    async (c) => {
      const found = await showCase(c.var.ctx, c.req.valid("param").id);
      return ok(c, { data: presentDetail(found) });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/{id}/{act}",
      access: "operator:cases:decide",
      summary: "Accept or decline a case",
      description:
        "The user sees the reason. Accepting an appeal pays its click. Accepting an objection reverses its clicks that are still paid, and their creators see the reason too. Accepting a review makes the campaign live, or sends its visitors to the new address; declining ends a new campaign.",
      request: { params: actParams, ...jsonBody(caseDecisionSchema) },
      responses: changeResponses,
    }),
    async (c) => {
      const { id, act } = c.req.valid("param");
      const { reversalLimitMicros: limitMicros, trustedHosts } = c.var.deps.config;
      const decision = { ...c.req.valid("json"), id, state: caseActs[act] };
      const data = await decideCase(c.var.ctx, { ...decision, limitMicros, trustedHosts });
      return ok(c, { data });
    },
  );

export const ownCaseRoutes = newRouter().openapi(
  defineRoute({
    method: "get",
    path: "/",
    access: "user",
    keyScope: "read",
    summary: "List your appeals, objections and campaigns under review, with their answers",
    request: { query: pageQuerySchema },
    responses: { 200: jsonResponse(listResponse(ownCaseSchema), "Newest first") },
  }),
  async (c) => {
    const { items, nextCursor } = await listCallersCases(c.var.ctx, c.req.valid("query"));
    return ok(c, { data: items.map(presentOwnCase), nextCursor });
  },
);

export function presentOwnCase(row: OwnCaseRow): OwnCase {
  const { about, micros } = row;
  return {
    ...presentShared(row),
    clicks: about.clicks ?? null,
    cost: row.kind === "reviews" ? null : dollarsFromMicros(micros),
    returned: dollarsFromMicros(BigInt(about.reversedMicros ?? "0")),
    reversedClicks: about.reversedClicks ?? 0,
    gameUrl: about.gameUrl ?? null,
  };
}

function presentCase(row: CaseRow): Case {
  const { user, about, gameUrl, decidedBy, accepted, declined, clicks, validClicks } = row;
  return {
    ...presentShared(row),
    ...{ user, about, gameUrl, decidedBy },
    micros: row.micros.toString(),
    payoutMicros: row.payoutMicros.toString(),
    budgetMicros: row.budgetMicros.toString(),
    record: { accepted, declined, clicks, validClicks },
  };
}

function presentShared(row: OwnCaseRow) {
  const { id, kind, state, campaignId, campaign, text, answer } = row;
  return {
    ...{ id, kind, state, campaignId, campaign, text, answer },
    openedAt: row.openedAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
  };
}

function presentDetail({ shown, clicks }: ShownCase): CaseDetail {
  return {
    ...presentCase(shown),
    creators: sumCreators(clicks),
    items: clicks.map(({ id, clickedAt, creator, verdict, reason, country, device }) => ({
      ...{ id, creator, verdict, reason, country, device },
      clickedAt: clickedAt.toISOString(),
    })),
  };
}

/** Sorted by clicks, descending. */
function sumCreators(clicks: CaseClickRow[]): CaseDetail["creators"] {
  const count = (own: CaseClickRow[], is: (click: CaseClickRow) => boolean) =>
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
