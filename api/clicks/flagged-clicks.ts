import { clicksResponse } from "@fairclick/core/clicks/campaign-clicks";
import {
  clickDecisionInputSchema,
  clickDecisionResponseSchema,
  clickReversalInputSchema,
} from "@fairclick/core/clicks/decisions";
import {
  clickResponseSchema,
  clicksQuerySchema,
  listedClickSchema,
} from "@fairclick/core/clicks/flagged-clicks";
import { suspects } from "@fairclick/core/clicks/operated";
import type { Policy } from "@fairclick/core/clicks/policy";
import { reasonCategory } from "@fairclick/core/clicks/reasons";
import { replayInputSchema, replayResponseSchema } from "@fairclick/core/clicks/replay";
import type { Signal } from "@fairclick/core/clicks/signal";
import {
  type ReasonCount,
  topClicksQuerySchema,
  topClicksResponseSchema,
} from "@fairclick/core/clicks/stats";
import { decideClicks } from "@fairclick/services/clicks/decide-clicks";
import {
  type FlaggedClick,
  listFlaggedClicks,
  listTopClicks,
  showFlaggedClick,
} from "@fairclick/services/clicks/flagged-clicks";
import { getPolicyAt, readJudgingPolicies } from "@fairclick/services/clicks/judging-policy";
import { replayClicks } from "@fairclick/services/clicks/replay";
import { getSuspect, listSuspects } from "@fairclick/services/clicks/suspects";
import { type FigureRow, noClicks, sumFigures } from "@fairclick/sql/clicks/figures";
import type { ClickDetailRow } from "@fairclick/sql/clicks/flagged-clicks";
import { z } from "zod";
import { resourceRoutes } from "../resource-routes";
import { ok } from "../respond";
import { jsonBody, jsonResponse, Router } from "../router";
import { presentJudged } from "./stats";

export const suspectResource = resourceRoutes(suspects, { list: listSuspects, show: getSuspect });

const decision = {
  access: "operator:clicks:decide",
  responses: {
    200: jsonResponse(clickDecisionResponseSchema, "The decision, or its preview in a dry run"),
  },
} as const;

export const clickRoutes = new Router()
  .get("/", {
    access: "operator:clicks:read",
    summary: "List judged clicks, newest first; flagged clicks by default",
    request: { query: clicksQuerySchema },
    responses: { 200: jsonResponse(clicksResponse(listedClickSchema), "A page of clicks") },
    handle: async (c) => {
      const page = await listFlaggedClicks(c.var.ctx, c.req.valid("query"));
      return ok(c, {
        data: page.items,
        nextCursor: page.nextCursor,
        since: page.since ?? undefined,
      });
    },
  })
  .get("/top", {
    access: "operator:clicks:read",
    summary: "Count clicks of all verdicts by address, network, device or another value",
    request: { query: topClicksQuerySchema },
    responses: { 200: jsonResponse(topClicksResponseSchema, "The values with the most clicks") },
    handle: async (c) => {
      const { rows, counted } = await listTopClicks(c.var.ctx, c.req.valid("query"));
      return ok(c, { data: rows, counted });
    },
  })
  .get("/{id}", {
    access: "operator:clicks:read",
    summary: "Get everything known about a click",
    request: { params: z.object({ id: z.uuid({ error: "A click's id is a UUID" }) }) },
    responses: { 200: jsonResponse(clickResponseSchema, "The click") },
    handle: async (c) => {
      const click = await showFlaggedClick(c.var.ctx, c.req.valid("param"));
      const { clickWindowSeconds: windowSeconds } = c.var.deps.config;
      const { ctx } = c.var;
      const inForce = await getPolicyAt(ctx.db.sql, { at: ctx.now(), windowSeconds });
      const judgedBy = await readJudgingPolicies(ctx.db.sql, [click.click], inForce);
      return ok(c, { data: presentFlaggedClick(click, judgedBy(click.click)) });
    },
  })
  .post("/replay", {
    access: "operator:clicks:read",
    summary: "Judge stored clicks with another policy, without changing anything",
    request: jsonBody(replayInputSchema),
    responses: { 200: jsonResponse(replayResponseSchema, "The verdicts that would differ") },
    handle: async (c) => {
      c.env.waitForAnswer?.();
      const { clickWindowSeconds: windowSeconds } = c.var.deps.config;
      const input = { windowSeconds, ...c.req.valid("json") };
      return ok(c, { data: await replayClicks(c.var.ctx, input) });
    },
  })
  .post("/reverse", {
    ...decision,
    summary: "Reverse paid clicks",
    description: "What one operator can take back within 24 hours is limited.",
    request: jsonBody(clickReversalInputSchema),
    handle: async (c) => {
      c.env.waitForAnswer?.();
      const { reversalLimitMicros: limitMicros } = c.var.deps.config;
      const input = { action: "reverse" as const, ...c.req.valid("json"), limitMicros };
      const data = await decideClicks(c.var.ctx, input);
      return ok(c, { data });
    },
  })
  .post("/{act}", {
    ...decision,
    summary: "Approve, reject or hold clicks",
    description:
      "`approve` pays held clicks, or clicks that an operator rejected. `reject` makes held clicks invalid. `hold` takes a rejection or a reversal back.",
    request: {
      params: z.object({ act: z.enum(["approve", "reject", "hold"]) }),
      ...jsonBody(clickDecisionInputSchema),
    },
    handle: async (c) => {
      c.env.waitForAnswer?.();
      const input = { action: c.req.valid("param").act, ...c.req.valid("json") };
      return ok(c, { data: await decideClicks(c.var.ctx, input) });
    },
  });

function presentFlaggedClick(
  { click, neighbours, record, decisions }: FlaggedClick,
  { effects }: Pick<Policy, "effects">,
) {
  return {
    ...presentClick(click, effects),
    neighbours,
    link: presentLink(click, record),
    creator: presentCreator(click, record),
    decisions,
  };
}

function presentClick(click: ClickDetailRow, effects: Policy["effects"]) {
  const { transactionId, paidAt, ipDataVersion, ipData } = click;
  return {
    ...click,
    evidence: click.found.map((signal) => presentSignal(signal, effects)),
    ipData:
      ipDataVersion !== null && ipData ? { version: ipDataVersion, lists: ipData.lists } : null,
    payment:
      transactionId !== null && paidAt
        ? { transactionId, at: paidAt, reference: click.paidReference }
        : null,
  };
}

/** `effect` is what the policy that judged the click does with the signal; null if it is unknown. */
function presentSignal({ signal, evidence }: Signal, effects: Policy["effects"]) {
  const effect = Object.hasOwn(effects, signal) ? effects[signal] : null;
  return { signal, effect, facts: evidence };
}

function presentLink(click: ClickDetailRow, record: FlaggedClick["record"]) {
  if (!click.linkJoinedAt) return null;
  return {
    joinedAt: click.linkJoinedAt,
    disabledAt: click.linkDisabledAt,
    disabledBy: click.linkDisabledBy,
    clicks: presentJudged(
      record.find(({ campaignId }) => campaignId === click.campaignId) ?? noClicks,
    ),
  };
}

function presentCreator(click: ClickDetailRow, record: FlaggedClick["record"]) {
  const sums = sumFigures(record);
  const clicks = presentJudged(sums);
  const judged = clicks.valid + clicks.invalid + clicks.held;
  return {
    createdAt: click.creatorCreatedAt,
    suspendedAt: click.creatorSuspendedAt,
    clicks,
    validPercent: judged === 0 ? null : Math.round((clicks.valid / judged) * 1_000) / 10,
    paidMicros: sums.micros,
    earningsMicros: click.earningsMicros,
    debtMicros: -click.debtMicros,
  };
}

/** Sums reasons by category, sorted by clicks descending. Valid clicks have no reason and are left out. */
export function presentReasons(rows: FigureRow<"value">[]): ReasonCount[] {
  const categories = Map.groupBy(
    rows.filter(({ value }) => value !== ""),
    ({ value }) => reasonCategory(value),
  );
  return [...categories]
    .flatMap(([category, own]) => {
      const sums = sumFigures(own);
      const verdicts = ["invalid", "held", "unpaid"] as const;
      return verdicts.map((verdict) => ({ verdict, category, clicks: Number(sums[verdict]) }));
    })
    .filter(({ clicks }) => clicks > 0)
    .sort((a, b) => b.clicks - a.clicks);
}
