import { changeInputSchema } from "@fairclick/core/changes";
import {
  type LinkReview,
  type ListedFinding,
  linkFindingSchema,
  linkFindingsQuerySchema,
} from "@fairclick/core/clicks/findings";
import { FINDING_DAYS } from "@fairclick/core/clicks/link-findings";
import { reasonCategory } from "@fairclick/core/clicks/reasons";
import { listResponse } from "@fairclick/core/schemas";
import { decideFinding, listFindings } from "@fairclick/services/clicks/findings";
import type { LinkFinding, OperatedFinding } from "@fairclick/sql/clicks/findings";
import { z } from "zod";
import { changeResponses, defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

const states = { clear: "cleared", confirm: "confirmed" } as const;
const actParams = z.object({ id: z.string().max(36), act: z.enum(["clear", "confirm"]) });

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
      method: "post",
      path: "/{id}/{act}",
      access: "operator:clicks:decide",
      summary: "Clear a link or confirm the finding about it",
      description:
        "`clear` pays the link's held clicks and frees its earnings. `confirm` rejects the held clicks and reverses the paid ones.",
      request: { params: actParams, ...jsonBody(changeInputSchema) },
      responses: changeResponses,
    }),
    async (c) => {
      const { id, act } = c.req.valid("param");
      const { reversalLimitMicros: limitMicros } = c.var.deps.config;
      const decision = { id, state: states[act], ...c.req.valid("json"), limitMicros };
      return ok(c, { data: await decideFinding(c.var.ctx, decision) });
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
