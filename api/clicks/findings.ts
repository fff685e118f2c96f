import { changeInputSchema } from "@fairclick/core/changes";
import {
  FINDING_DAYS,
  type LinkReview,
  type ListedFinding,
  linkFindingSchema,
  linkFindingsQuerySchema,
} from "@fairclick/core/clicks/link-findings";
import { reasonCategory } from "@fairclick/core/clicks/reasons";
import { listResponse } from "@fairclick/core/schemas";
import { decideFinding, listFindings } from "@fairclick/services/clicks/findings";
import type { LinkFinding, OperatedFinding } from "@fairclick/sql/clicks/findings";
import { z } from "zod";
import { changeResponses } from "../changes";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

const change = {
  method: "post",
  access: "operator:clicks:decide",
  request: { params: z.object({ id: z.string().max(36) }), ...jsonBody(changeInputSchema) },
  responses: changeResponses,
} as const;

export const linkFindingRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "operator:clicks:read",
      summary: "List findings about links, newest first",
      request: { query: linkFindingsQuerySchema },
      responses: { 200: jsonResponse(listResponse(linkFindingSchema), "A page of findings") },
    }),
    async (c) => {
      const { items, nextCursor } = await listFindings(c.var.ctx, c.req.valid("query"));
      return ok(c, { data: items.map(presentFinding), nextCursor });
    },
  )
  .openapi(
    defineRoute({
      ...change,
      path: "/{id}/clear",
      summary: "Clear a link: pay its held clicks and free its earnings",
    }),
    async (c) => {
      const { reversalLimitMicros: limitMicros } = c.var.deps.config;
      const decision = { ...c.req.valid("param"), ...c.req.valid("json"), limitMicros };
      return ok(c, { data: await decideFinding(c.var.ctx, { ...decision, state: "cleared" }) });
    },
  )
  .openapi(
    defineRoute({
      ...change,
      path: "/{id}/confirm",
      summary: "Confirm a finding: reject the link's held clicks and reverse the paid ones",
    }),
    async (c) => {
      const { reversalLimitMicros: limitMicros } = c.var.deps.config;
      const decision = { ...c.req.valid("param"), ...c.req.valid("json"), limitMicros };
      return ok(c, { data: await decideFinding(c.var.ctx, { ...decision, state: "confirmed" }) });
    },
  );

const DAY_MS = 86_400_000;

export function presentFinding(finding: OperatedFinding): ListedFinding {
  const { id, code, campaignId, campaign, creatorId, creator, state, signals } = finding;
  return {
    ...{ id, code, campaignId, campaign, creatorId, creator, state, signals },
    fromAt: finding.fromAt.toISOString(),
    foundAt: finding.foundAt.toISOString(),
    closedAt: finding.closedAt?.toISOString() ?? null,
    paidMicros: finding.paidMicros.toString(),
    explanation: finding.explanation,
  };
}

/** Shows a creator the category that all findings have; figures would help to get around the rules. */
export function presentReview({ foundAt, explanation }: LinkFinding): LinkReview {
  return {
    since: foundAt.toISOString(),
    until: new Date(foundAt.getTime() + FINDING_DAYS * DAY_MS).toISOString(),
    category: reasonCategory("link_networks"),
    appealed: explanation !== null,
  };
}
