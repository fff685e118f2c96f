import { ownCaseSchema } from "@fairclick/core/campaigns/cases";
import { describeNetworks, networkCountsSchema } from "@fairclick/core/clicks/appeals";
import { reasonCategory } from "@fairclick/core/clicks/reasons";
import {
  decidedDetailSchema,
  decidedQuerySchema,
  decidedSchema,
  decidingActs,
  decisionSchema,
} from "@fairclick/core/operations/cases";
import { dataResponse, listResponse, pageQuerySchema } from "@fairclick/core/schemas";
import {
  type DecidedRow,
  decide,
  listCallersCases,
  listDecided,
  type ShownCase,
  showDecided,
} from "@fairclick/services/operations/cases";
import type { CaseClickRow, CaseRow, OwnCaseRow } from "@fairclick/sql/campaigns/cases";
import { z } from "zod";
import { ok, okPage } from "../respond";
import { byUser, changeResponses, jsonBody, jsonResponse, Router } from "../router";

const params = z.object({ id: z.string().max(36) });
const actParams = params.extend({ act: z.enum(decidingActs) });

export const caseRoutes = new Router()
  .get("/", {
    access: "operator:cases:read",
    summary:
      "List appeals, objections, reviews, findings about links or reported addresses; open ones oldest first",
    request: { query: decidedQuerySchema },
    responses: { 200: jsonResponse(listResponse(decidedSchema), "A page of cases") },
    handle: async (c) =>
      okPage(c, await listDecided(c.var.ctx, c.req.valid("query")), presentDecided),
  })
  .get("/{id}", {
    access: "operator:cases:read",
    summary: "Get a case with its clicks, or a reported address with its newest reports",
    request: { params },
    responses: { 200: jsonResponse(dataResponse(decidedDetailSchema), "The case") },
    handle: async (c) => {
      const found = await showDecided(c.var.ctx, c.req.valid("param").id);
      return ok(c, { data: presentDetail(found) });
    },
  })
  .post("/{id}/{act}", {
    access: "operator:cases:decide",
    summary: "Accept or decline a case, or reopen a report",
    description:
      "The user sees the reason. Accepting an appeal pays its clicks as far as the budget covers them; declining it refuses those that are held. Accepting an objection reverses its clicks that are still paid, and their creators see the reason too. Accepting a review makes the campaign live, or sends its visitors to the new address; declining ends a new campaign. Accepting a finding rejects the link's held clicks and reverses the paid ones; declining pays the held ones. Accepting reports shows visitors a warning instead of the address and stops its campaigns; declining and reopening lift that.",
    request: { params: actParams, ...jsonBody(decisionSchema) },
    responses: changeResponses,
    handle: async (c) => {
      const { id, act } = c.req.valid("param");
      const { reversalLimitMicros: limitMicros, trustedHosts } = c.var.deps.config;
      const decision = { ...c.req.valid("json"), id, act, limitMicros, trustedHosts };
      const data = await decide(c.var.ctx, decision);
      return ok(c, { data });
    },
  });

export const ownCaseRoutes = new Router().get("/", {
  ...byUser("read"),
  summary: "List your appeals, objections and campaigns under review, with their answers",
  request: { query: pageQuerySchema },
  responses: { 200: jsonResponse(listResponse(ownCaseSchema), "Newest first") },
  handle: async (c) =>
    okPage(c, await listCallersCases(c.var.ctx, c.req.valid("query")), presentOwnCase),
});

export function presentOwnCase({ about, micros, ...row }: OwnCaseRow) {
  return {
    ...row,
    clicks: about.clicks ?? null,
    cost: row.kind === "reviews" ? null : micros,
    returned: BigInt(about.reversedMicros ?? "0") - BigInt(about.owedMicros ?? "0"),
    reversedClicks: about.reversedClicks ?? 0,
    day: about.day ?? null,
    category: about.reason === undefined ? null : reasonCategory(about.reason),
    paidClicks: about.paidClicks ?? null,
    networks: about.networks ? describeNetworks(networkCountsSchema.parse(about.networks)) : null,
    gameUrl: about.gameUrl ?? null,
  };
}

function presentCase<Row extends CaseRow>(row: Row) {
  const { accepted, declined, clicks, validClicks } = row;
  return { ...row, record: { accepted, declined, clicks, validClicks } };
}

function presentDecided(row: DecidedRow) {
  if (row.kind === "findings" || row.kind === "reports") return row;
  return presentCase(row);
}

function presentDetail({ shown, clicks, reports, since }: ShownCase) {
  if (shown.kind === "findings") return shown;
  if (shown.kind === "reports") return { ...shown, items: reports };
  const creators = sumCreators(clicks);
  return { ...presentCase(shown), creators, items: clicks, since: since ?? undefined };
}

/** Sorted by clicks, descending. */
function sumCreators(clicks: CaseClickRow[]) {
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
