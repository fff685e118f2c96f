import {
  campaignLinkResponseSchema,
  editLinkSchema,
  linkNameSchema,
  listedLinkSchema,
  namedLinkSchema,
} from "@fairclick/core/campaigns/campaign";
import { linkAppealSchema, linkReviewSchema } from "@fairclick/core/clicks/findings";
import type { Policy } from "@fairclick/core/clicks/policy";
import { reasonCategory, reasonRule } from "@fairclick/core/clicks/reasons";
import {
  breakdownQuerySchema,
  breakdownResponseSchema,
  campaignStatsResponseSchema,
  linkStatsResponseSchema,
  ownDaysQuerySchema,
  ownDaysResponseSchema,
  seriesQuerySchema,
  seriesResponseSchema,
} from "@fairclick/core/clicks/stats";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { itemResponse, listResponse, pageQuerySchema } from "@fairclick/core/schemas";
import {
  addNamedLink,
  type LinksOfCampaign,
  listLinks,
  listNamedLinks,
  type NamedLinkView,
  removeNamedLink,
  setLinkDisabled,
} from "@fairclick/services/campaigns/links";
import { parseCampaignId, parseCreatorId } from "@fairclick/services/campaigns/read-campaigns";
import { explainFinding, listOwnFindings } from "@fairclick/services/clicks/findings";
import { getPolicyAt } from "@fairclick/services/clicks/judging-policy";
import {
  findCampaignScope,
  findLinkScope,
  getCampaignStats,
  getLinkStats,
  listOwnDays,
  readBreakdown,
  readSeries,
} from "@fairclick/services/clicks/stats";
import { countJudged } from "@fairclick/sql/clicks/figures";
import { z } from "zod";
import { presentReasons } from "../clicks/flagged-clicks";
import { presentBreakdown, presentReview, presentSeries } from "../clicks/stats";
import { created, ok } from "../respond";
import { byUser, jsonBody, jsonResponse, Router } from "../router";
import { presentCounts, presentLink, presentPerformance, presentStop } from "./present-campaign";

const idParams = z.object({ id: z.string() });

type OfLink = { creatorId: UserId; policy: Policy };

/** Returns a creator's refused and held clicks by reason, most first. */
function presentRefusals({ reasons, clickRules }: LinksOfCampaign, { creatorId, policy }: OfLink) {
  return reasons
    .filter((row) => row.creatorId === creatorId && row.invalid + row.held > 0n)
    .sort((a, b) => Number(b.invalid + b.held - a.invalid - a.held))
    .map(({ value, invalid, held }) => ({
      category: reasonCategory(value),
      rule: reasonRule(value, policy, clickRules),
      ...{ invalid, held },
    }));
}

export const campaignLinkRoutes = new Router()
  .get("/{id}/links", {
    ...byUser("read"),
    summary: "List the links of your campaign",
    request: { params: idParams, query: pageQuerySchema },
    responses: {
      200: jsonResponse(listResponse(listedLinkSchema), "Most recently joined first"),
    },
    handle: async (c) => {
      const campaignId = parseCampaignId(c.req.valid("param").id);
      const { ctx, deps } = c.var;
      const page = await listLinks(ctx, { campaignId, ...c.req.valid("query") });
      const { clickWindowSeconds: windowSeconds } = deps.config;
      const policy = await getPolicyAt(ctx.db.sql, { at: ctx.now(), windowSeconds });
      const data = page.items.map((link) => ({
        ...presentLink(link),
        refusals: presentRefusals(page, { creatorId: link.creatorId, policy }),
      }));
      return ok(c, { data, nextCursor: page.nextCursor });
    },
  })
  .patch("/{id}/links/{userId}", {
    ...byUser("campaigns", "tell"),
    summary: "Disable or enable a creator's link in your campaign",
    request: { params: idParams.extend({ userId: z.string() }), ...jsonBody(editLinkSchema) },
    responses: { 200: jsonResponse(itemResponse(campaignLinkResponseSchema), "The link") },
    handle: async (c) => {
      const { id, userId } = c.req.valid("param");
      const link = await setLinkDisabled(c.var.ctx, {
        campaignId: parseCampaignId(id),
        creatorId: parseCreatorId(userId),
        disabled: c.req.valid("json").disabled,
      });
      const message = link.disabledBy ? t`Link disabled` : t`Link enabled`;
      return ok(c, { message, data: presentLink(link) });
    },
  })
  .get("/{id}/stats", {
    ...byUser("read"),
    summary: "Get the clicks and money of your campaign, by verdict and reason",
    request: { params: idParams },
    responses: {
      200: jsonResponse(itemResponse(campaignStatsResponseSchema), "Counts and money"),
    },
    handle: async (c) => {
      const id = parseCampaignId(c.req.valid("param").id);
      const stats = await getCampaignStats(c.var.ctx, id);
      const { campaign, pendingMicros, reasons, judgedUpTo } = stats;
      const data = {
        ...presentPerformance(campaign),
        clicks: presentCounts(campaign),
        reasons: presentReasons(reasons),
        paid: campaign.paidMicros,
        fees: campaign.feesMicros,
        reserved: campaign.fundedAt ? campaign.budgetMicros : 0n,
        budgetRemaining: campaign.escrowMicros,
        pending: pendingMicros,
        held: campaign.claimedMicros,
        stopped: presentStop(campaign),
        pendingGameUrl: campaign.pendingGameUrl,
        judgedUpTo,
      };
      return ok(c, { message: "Statistics", data });
    },
  });

export const linkRoutes = new Router()
  .get("/{campaignId}/stats", {
    ...byUser("read"),
    summary: "Get the clicks and earnings of your link, by verdict and reason",
    request: { params: z.object({ campaignId: z.string() }) },
    responses: { 200: jsonResponse(itemResponse(linkStatsResponseSchema), "Counts and money") },
    handle: async (c) => {
      const campaignId = parseCampaignId(c.req.valid("param").campaignId);
      const { link, pendingMicros, reasons, judgedUpTo } = await getLinkStats(
        c.var.ctx,
        campaignId,
      );
      const findings = await listOwnFindings(c.var.ctx);
      const finding = findings.find((each) => each.campaignId === campaignId);
      const data = {
        review: finding ? presentReview(finding) : null,
        clicks: presentCounts(link),
        reasons: presentReasons(reasons),
        earnings: link.paidMicros,
        pending: pendingMicros,
        judgedUpTo,
      };
      return ok(c, { message: "Statistics", data });
    },
  })
  .post("/{campaignId}/review/appeal", {
    ...byUser("links", "message"),
    summary: "Appeal against the reviews of your links, all at once",
    request: { params: z.object({ campaignId: z.string() }), ...jsonBody(linkAppealSchema) },
    responses: { 201: jsonResponse(itemResponse(linkReviewSchema), "The review") },
    handle: async (c) => {
      const campaignId = parseCampaignId(c.req.valid("param").campaignId);
      const finding = await explainFinding(c.var.ctx, { campaignId, ...c.req.valid("json") });
      const message = t`Thank you. An operator will read this.`;
      return created(c, { message, data: presentReview(finding) });
    },
  });

const params = z.object({ campaignId: z.string() });

export const linkStatsRoutes = new Router()
  .get("/{campaignId}/stats/series", {
    ...byUser("read"),
    summary: "Get clicks and earnings of your link over time, per hour or day",
    request: { params, query: seriesQuerySchema },
    responses: { 200: jsonResponse(itemResponse(seriesResponseSchema), "One point per step") },
    handle: async (c) => {
      const query = c.req.valid("query");
      const campaignId = parseCampaignId(c.req.valid("param").campaignId);
      const scope = await findLinkScope(c.var.ctx, campaignId);
      const data = presentSeries(await readSeries(c.var.ctx.db, { scope, query }), query);
      return ok(c, { message: "Statistics over time", data });
    },
  })
  .get("/{campaignId}/stats/breakdown", {
    ...byUser("read"),
    summary: "Get judged clicks and earnings of your link by country, device, browser or referrer",
    request: { params, query: breakdownQuerySchema },
    responses: {
      200: jsonResponse(itemResponse(breakdownResponseSchema), "Sorted by clicks, descending"),
    },
    handle: async (c) => {
      const query = c.req.valid("query");
      const campaignId = parseCampaignId(c.req.valid("param").campaignId);
      const scope = await findLinkScope(c.var.ctx, campaignId);
      const data = presentBreakdown(await readBreakdown(c.var.ctx.db, { scope, query }), query);
      return ok(c, { message: "Statistics", data });
    },
  });

const namedLinks = itemResponse(z.array(namedLinkSchema));

export const namedLinkRoutes = new Router()
  .get("/{campaignId}/names", {
    ...byUser("read"),
    summary: "List the names of your link, each with its short address, clicks and earnings",
    request: { params: z.object({ campaignId: z.string() }) },
    responses: { 200: jsonResponse(namedLinks, "At most 20 names, then removed ones") },
    handle: async (c) => {
      const campaignId = parseCampaignId(c.req.valid("param").campaignId);
      const named = await listNamedLinks(c.var.ctx, campaignId);
      const data = presentNamedLinks(named, c.var.deps.config.trackingUrl);
      return ok(c, { message: "Named links", data });
    },
  })
  .post("/{campaignId}/names", {
    ...byUser("links", "write"),
    summary: "Add a name to your link, such as `bio`; what it earns is paid with the link",
    request: {
      params: z.object({ campaignId: z.string() }),
      ...jsonBody(z.object({ name: linkNameSchema })),
    },
    responses: { 200: jsonResponse(namedLinks, "All names") },
    handle: async (c) => {
      const campaignId = parseCampaignId(c.req.valid("param").campaignId);
      await addNamedLink(c.var.ctx, { campaignId, name: c.req.valid("json").name });
      const named = await listNamedLinks(c.var.ctx, campaignId);
      const data = presentNamedLinks(named, c.var.deps.config.trackingUrl);
      return ok(c, { message: t`Name added`, data });
    },
  })
  .delete("/{campaignId}/names/{name}", {
    ...byUser("links", "write"),
    summary: "Remove a name from your link; its address works on without the name",
    request: { params: z.object({ campaignId: z.string(), name: z.string() }) },
    responses: { 200: jsonResponse(namedLinks, "The other names") },
    handle: async (c) => {
      const { name, campaignId: id } = c.req.valid("param");
      const campaignId = parseCampaignId(id);
      await removeNamedLink(c.var.ctx, { campaignId, name });
      const named = await listNamedLinks(c.var.ctx, campaignId);
      const data = presentNamedLinks(named, c.var.deps.config.trackingUrl);
      return ok(c, { message: t`Name removed`, data });
    },
  });

function presentNamedLinks(named: NamedLinkView[], trackingUrl: string) {
  return named.map(({ code, name, removed, sums }) => ({
    name,
    link: `${trackingUrl}/r/${code}/${name}`,
    removed,
    clicks: { ...sums, total: countJudged(sums) },
    earnings: sums.micros,
  }));
}

export const campaignStatsRoutes = new Router()
  .get("/my-campaigns/days", {
    ...byUser("read"),
    summary: "Get the valid clicks of the last days of each of your campaigns",
    request: { query: ownDaysQuerySchema },
    responses: {
      200: jsonResponse(itemResponse(ownDaysResponseSchema), "One count per campaign and day"),
    },
    handle: async (c) => {
      const { days, campaigns } = await listOwnDays(c.var.ctx, c.req.valid("query"));
      const data = { days, campaigns: campaigns.map(({ id: _id, valid }) => ({ _id, valid })) };
      return ok(c, { message: "Valid clicks per day", data });
    },
  })
  .get("/{id}/stats/series", {
    ...byUser("read"),
    summary: "Get clicks and spend of your campaign over time, per hour or day",
    request: { params: idParams, query: seriesQuerySchema },
    responses: { 200: jsonResponse(itemResponse(seriesResponseSchema), "One point per step") },
    handle: async (c) => {
      const query = c.req.valid("query");
      const id = parseCampaignId(c.req.valid("param").id);
      const scope = await findCampaignScope(c.var.ctx, id);
      const data = presentSeries(await readSeries(c.var.ctx.db, { scope, query }), query);
      return ok(c, { message: "Statistics over time", data });
    },
  })
  .get("/{id}/stats/breakdown", {
    ...byUser("read"),
    summary: "Get judged clicks and spend of your campaign by country, device, browser or referrer",
    request: { params: idParams, query: breakdownQuerySchema },
    responses: {
      200: jsonResponse(itemResponse(breakdownResponseSchema), "Sorted by clicks, descending"),
    },
    handle: async (c) => {
      const query = c.req.valid("query");
      const id = parseCampaignId(c.req.valid("param").id);
      const scope = await findCampaignScope(c.var.ctx, id);
      const data = presentBreakdown(await readBreakdown(c.var.ctx.db, { scope, query }), query);
      return ok(c, { message: "Statistics", data });
    },
  });
