import { dollarsFromMicros } from "@fairclick/core/amounts";
import {
  type Case,
  type CaseDetail,
  type OwnCase,
  ownCaseSchema,
} from "@fairclick/core/campaigns/cases";
import {
  type Decided,
  type DecidedDetail,
  decidedDetailSchema,
  decidedQuerySchema,
  decidedSchema,
  decidingActs,
  decisionSchema,
  type FindingCase,
  type ReportCase,
} from "@fairclick/core/operations/cases";
import { listResponse, pageQuerySchema } from "@fairclick/core/schemas";
import {
  type AddressRow,
  type DecidedRow,
  decide,
  type FindingRow,
  listCallersCases,
  listDecided,
  type ShownCase,
  showDecided,
} from "@fairclick/services/operations/cases";
import type { CaseClickRow, CaseRow, OwnCaseRow } from "@fairclick/sql/campaigns/cases";
import { z } from "zod";
import { presentFinding } from "../clicks/findings";
import { changeResponses, defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

const params = z.object({ id: z.string().max(36) });
const actParams = params.extend({ act: z.enum(decidingActs) });
const shownSchema = z.object({ status: z.literal("success"), data: decidedDetailSchema });

export const caseRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "operator:cases:read",
      summary:
        "List appeals, objections, reviews, findings about links or reported addresses; open ones oldest first",
      request: { query: decidedQuerySchema },
      responses: { 200: jsonResponse(listResponse(decidedSchema), "A page of cases") },
    }),
    async (c) => {
      const { items, nextCursor } = await listDecided(c.var.ctx, c.req.valid("query"));
      return ok(c, { data: items.map(presentDecided), nextCursor });
    },
  )
  .openapi(
    defineRoute({
      method: "get",
      path: "/{id}",
      access: "operator:cases:read",
      summary: "Get a case with its clicks, or a reported address with its newest reports",
      request: { params },
      responses: { 200: jsonResponse(shownSchema, "The case") },
    }),
    async (c) => {
      const found = await showDecided(c.var.ctx, c.req.valid("param").id);
      return ok(c, { data: presentDetail(found) });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/{id}/{act}",
      access: "operator:cases:decide",
      summary: "Accept or decline a case, or reopen a report",
      description:
        "The user sees the reason. Accepting an appeal pays its click. Accepting an objection reverses its clicks that are still paid, and their creators see the reason too. Accepting a review makes the campaign live, or sends its visitors to the new address; declining ends a new campaign. Accepting a finding rejects the link's held clicks and reverses the paid ones; declining pays the held ones. Accepting reports shows visitors a warning instead of the address and stops its campaigns; declining and reopening lift that.",
      request: { params: actParams, ...jsonBody(decisionSchema) },
      responses: changeResponses,
    }),
    async (c) => {
      const { id, act } = c.req.valid("param");
      const { reversalLimitMicros: limitMicros, trustedHosts } = c.var.deps.config;
      const decision = { ...c.req.valid("json"), id, act, limitMicros, trustedHosts };
      const data = await decide(c.var.ctx, decision);
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
    returned: dollarsFromMicros(
      BigInt(about.reversedMicros ?? "0") - BigInt(about.owedMicros ?? "0"),
    ),
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

function presentDecided(row: DecidedRow): Decided {
  if (row.kind === "findings") return presentFindingCase(row);
  return row.kind === "reports" ? presentReport(row) : presentCase(row);
}

function presentFindingCase(row: FindingRow): FindingCase {
  return { ...presentFinding(row), kind: row.kind };
}

function presentReport({ openedAt, lastReportedAt, decidedAt, ...rest }: AddressRow): ReportCase {
  return {
    ...rest,
    openedAt: openedAt.toISOString(),
    lastReportedAt: lastReportedAt?.toISOString() ?? null,
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}

function presentDetail({ shown, clicks, reports }: ShownCase): DecidedDetail {
  if (shown.kind === "findings") return presentFindingCase(shown);
  if (shown.kind !== "reports") return presentCaseDetail(shown, clicks);
  const items = reports.map(({ reportedAt, ...item }) => ({
    ...item,
    reportedAt: reportedAt.toISOString(),
  }));
  return { ...presentReport(shown), items };
}

function presentCaseDetail(shown: CaseRow, clicks: CaseClickRow[]): CaseDetail {
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
