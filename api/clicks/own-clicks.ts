import { findNetworkKind } from "@fairclick/core/clicks/address-evidence";
import { appealUntil } from "@fairclick/core/clicks/appeals";
import {
  appealInputSchema,
  campaignClickFilterSchema,
  campaignClicksQuerySchema,
  clicksResponse,
  explainedClickSchema,
  type liveClickSchema,
  madeObjectionSchema,
  objectionInputSchema,
  ownAppealSchema,
  ownClickSchema,
  ownClicksQuerySchema,
} from "@fairclick/core/clicks/campaign-clicks";
import { networkName } from "@fairclick/core/clicks/category-names";
import { REVERSED } from "@fairclick/core/clicks/decisions";
import { msUntilJudged } from "@fairclick/core/clicks/judge";
import type { Policy } from "@fairclick/core/clicks/policy";
import { describeProof } from "@fairclick/core/clicks/proofs";
import { describeCategory, reasonRule } from "@fairclick/core/clicks/reasons";
import { t } from "@fairclick/core/language/t";
import { itemResponse } from "@fairclick/core/schemas";
import { parseCampaignId } from "@fairclick/services/campaigns/read-campaigns";
import { appealClicks } from "@fairclick/services/clicks/appeals";
import { getPolicyAt, readJudgingPolicies } from "@fairclick/services/clicks/judging-policy";
import { objectToClicks } from "@fairclick/services/clicks/objections";
import {
  describeCampaignClick,
  exportCampaignClicks,
  listClicksOfOwnCampaign,
  listClicksOfOwnLink,
} from "@fairclick/services/clicks/read-clicks";
import type { LiveClickRow, OwnClickRow } from "@fairclick/sql/clicks/read-clicks";
import { z } from "zod";
import { readHolder } from "../read-visitor";
import { created, ok } from "../respond";
import { byUser, jsonBody, jsonResponse, Router } from "../router";

export const ownClickRoutes = new Router()
  .get("/{campaignId}/clicks", {
    ...byUser("read"),
    summary: "List the clicks of your link with their verdicts, newest first",
    request: { params: z.object({ campaignId: z.string() }), query: ownClicksQuerySchema },
    responses: { 200: jsonResponse(clicksResponse(ownClickSchema), "A page of clicks") },
    handle: async (c) => {
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
      return ok(c, { data, nextCursor: page.nextCursor, since: page.since ?? undefined });
    },
  })
  .post("/{campaignId}/clicks/{clickId}/appeal", {
    ...byUser("links", "tell"),
    summary:
      "Appeal all refused and held clicks of your link with the UTC day and reason of this one",
    description:
      "Once for each day and reason; clicks that follow on this day are part of it. Operators decide when the day is over.",
    request: {
      params: z.object({ campaignId: z.string(), clickId: z.string() }),
      ...jsonBody(appealInputSchema),
    },
    responses: { 201: jsonResponse(itemResponse(ownAppealSchema), "The appeal") },
    handle: async (c) => {
      const { campaignId, clickId } = c.req.valid("param");
      const { text } = c.req.valid("json");
      const own = { campaignId: parseCampaignId(campaignId), clickId };
      const { appealedAt, clicks } = await appealClicks(c.var.ctx, { ...own, text });
      const waiting = { state: "open" as const, answer: null, answeredAt: null };
      const data = { ...waiting, text, clicks, appealedAt };
      const message = t`Thank you. An operator will look at all clicks of this day and reason.`;
      return created(c, { message, data });
    },
  });

const params = z.object({ id: z.string() });

export const campaignClickRoutes = new Router()
  .get("/{id}/clicks", {
    ...byUser("read"),
    summary: "List the clicks of your campaign with verdict, price and transaction, newest first",
    description:
      "A page can have fewer clicks than `limit`, or none, while `nextCursor` is set: each page looks through a limited number of clicks for those that match.",
    request: { params, query: campaignClicksQuerySchema },
    responses: { 200: jsonResponse(clicksResponse(explainedClickSchema), "A page of clicks") },
    handle: async (c) => {
      const id = parseCampaignId(c.req.valid("param").id);
      const { ctx, deps } = c.var;
      const page = await listClicksOfOwnCampaign(ctx, { id, ...c.req.valid("query") });
      const { clickWindowSeconds: windowSeconds } = deps.config;
      const policy = await getPolicyAt(ctx.db.sql, { at: ctx.now(), windowSeconds });
      const data = page.items.map((row) => ({
        ...describeCampaignClick(row),
        rule: row.reason === null ? null : reasonRule(row.reason, policy, page.clickRules),
      }));
      return ok(c, { data, nextCursor: page.nextCursor, since: page.since ?? undefined });
    },
  })
  .get("/{id}/clicks.csv", {
    ...byUser("read", "heavy"),
    summary: "Export the clicks of your campaign as CSV",
    description:
      "From one snapshot, with the filters of the list. A file has the clicks of a time with at most 1,000,000 clicks; choose a shorter one with `from` and `to`. Two exports per user at a time.",
    request: { params, query: campaignClickFilterSchema },
    responses: {
      200: {
        description: "One line per click, newest first",
        content: { "text/csv": { schema: z.string() } },
      },
    },
    handle: async (c) => {
      const id = parseCampaignId(c.req.valid("param").id);
      const openPlace = () => c.var.deps.takeExportPlace(readHolder(c));
      c.env.waitForAnswer?.();
      const wanted = { id, openPlace, ...c.req.valid("query") };
      return c.body(await exportCampaignClicks(c.var.ctx, wanted), 200, {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": 'attachment; filename="fairclick-clicks.csv"',
        "x-accel-buffering": "no",
      });
    },
  })
  .post("/{id}/objections", {
    ...byUser("campaigns", "tell"),
    summary: "Object to a paid click of your campaign, or to all that match a filter",
    description:
      "Possible for 30 days, once per click. A group has at most 1,000 paid clicks, and a campaign at most 5 open objections. If an operator accepts the objection, the price of the clicks that are still paid returns to the campaign, or to your wallet if it has ended.",
    request: { params, ...jsonBody(objectionInputSchema) },
    responses: { 201: jsonResponse(itemResponse(madeObjectionSchema), "The objection") },
    handle: async (c) => {
      const campaignId = parseCampaignId(c.req.valid("param").id);
      const made = await objectToClicks(c.var.ctx, { ...c.req.valid("json"), id: campaignId });
      const { id, clicks, micros } = made;
      const message = t`Thank you. An operator will look at these clicks.`;
      return created(c, { message, data: { id, clicks, cost: micros } });
    },
  });

type Moment = { now: Date; policy: Policy };

/** Presents a click as `presentLiveClick` does, with its network and its appeal. */
function presentOwnClick(click: OwnClickRow, moment: Moment) {
  const { verdict, clickedAt, appealState: state, alike } = click;
  const isFlagged = verdict === "invalid" || verdict === "held";
  return {
    ...presentLiveClick(click, moment),
    network: isFlagged ? networkName(findNetworkKind(click)) : null,
    alike,
    appeal: state && {
      state,
      text: click.appealText,
      answer: click.appealAnswer,
      clicks: click.appealedClicks,
      appealedAt: click.appealedAt,
      answeredAt: click.answeredAt,
    },
    appealUntil: state ? null : appealUntil({ verdict, clickedAt, now: moment.now }),
  };
}

/**
 * Presents a click to its creator: the kind of reason and the rule, never the evidence. `policy` is the one
 * that judged it.
 */
export function presentLiveClick(
  click: Omit<LiveClickRow, "campaignId" | "creatorId" | "changedAt">,
  { now, policy }: { now: Date; policy: Policy },
): z.output<typeof liveClickSchema> {
  const { id, clickedAt, verdict, paidMicros } = click;
  return {
    id,
    clickedAt,
    verdict,
    judgedInSeconds:
      verdict === "pending"
        ? Math.ceil(msUntilJudged({ clickedAt, windowSeconds: policy.windowSeconds, now }) / 1_000)
        : null,
    category: describeCategory(click),
    rule: describeRule(click, policy),
    paid: paidMicros,
  };
}

type Told = Pick<
  LiveClickRow,
  "verdict" | "reason" | "decided" | "proof" | "clickRules" | "objectionAnswer"
>;

/** The rule that refused the click, and what a return of its player changes about it. */
function describeRule(
  { verdict, reason, decided, proof, clickRules, objectionAnswer }: Told,
  policy: Policy,
) {
  if (verdict === "valid") return proof === "paid" ? describeProof(proof) : null;
  if (decided === "reject") return t`An operator rejected this click.`;
  if (reason === null) return null;
  if (reason === REVERSED && objectionAnswer !== null) {
    return t`The developer objected to this click, and an operator reversed its payment: “${objectionAnswer}”`;
  }
  const rule = reasonRule(reason, policy, clickRules);
  const proven = proof === "paid" ? null : describeProof(proof);
  return proven === null ? rule : [rule, proven].filter(Boolean).join(" ");
}
