import { formatExactDollars } from "@fairclick/core/amounts";
import {
  joinedCampaignResponseSchema,
  listCampaignsQuerySchema,
  listedCampaignSchema,
  ownCampaignResponseSchema,
} from "@fairclick/core/campaigns/campaign";
import {
  addBudgetSchema,
  changePriceSchema,
  editCampaignSchema,
  newCampaignSchema,
} from "@fairclick/core/campaigns/campaign-input";
import { uploadedCoverSchema } from "@fairclick/core/campaigns/covers";
import { budgetDays, countedPercent } from "@fairclick/core/campaigns/estimates";
import { gameFactsSchema, gameQuestionSchema } from "@fairclick/core/campaigns/game-url";
import { reportInputSchema, reportThanks } from "@fairclick/core/campaigns/reports";
import { REVIEW_HOURS } from "@fairclick/core/campaigns/status";
import type { CampaignId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { itemResponse, listResponse, pageQuerySchema } from "@fairclick/core/schemas";
import { requireAgreement } from "@fairclick/services/accounts/agreement";
import { addBudget, fundCampaign } from "@fairclick/services/campaigns/budget";
import { uploadCover } from "@fairclick/services/campaigns/covers";
import { createCampaign, readGame } from "@fairclick/services/campaigns/create-campaign";
import {
  changePrice,
  editCampaign,
  withdrawPrice,
} from "@fairclick/services/campaigns/edit-campaign";
import { joinCampaign } from "@fairclick/services/campaigns/join";
import {
  type CampaignView,
  getListedCampaign,
  type ListedCampaignView,
  listCampaigns,
  listJoinedCampaigns,
  listOwnCampaigns,
  parseCampaignId,
} from "@fairclick/services/campaigns/read-campaigns";
import { reportLink } from "@fairclick/services/campaigns/reports";
import { previewReview } from "@fairclick/services/campaigns/reviews";
import { endCampaign, showPauseReason } from "@fairclick/services/campaigns/stop-campaign";
import { requireUser } from "@fairclick/services/changes";
import { sharingNetwork } from "@fairclick/services/shares";
import type { Context } from "hono";
import { z } from "zod";
import type { AppEnv } from "../app-env";
import { created, ok, okPage } from "../respond";
import { byUser, jsonBody, jsonResponse, Router } from "../router";
import { presentCampaign, presentJoinedCampaign, presentOwnCampaign } from "./present-campaign";

const idParams = z.object({ id: z.string() });

type Unfunded = { missingMicros: bigint; review: string | null };

function awaitingFunds(campaign: CampaignView, { missingMicros, review }: Unfunded): string {
  const budget = formatExactDollars(campaign.budgetMicros);
  const missing = formatExactDollars(missingMicros);
  if (review !== null) {
    return t`Campaign saved. Its budget is ${budget} and your wallet is ${missing} short: pay that, and it goes to review. ${review}`;
  }
  return t`Campaign saved. Its budget is ${budget} and your wallet is ${missing} short: pay that, and it launches by itself.`;
}

/** Returns null if the campaign does not wait. */
function waitsForReview({ status, forcedPauseReason }: CampaignView): string | null {
  if (status !== "IN_REVIEW") return null;
  return t`Campaign saved. ${showPauseReason(forcedPauseReason ?? "")} Its budget is reserved and returns to your wallet if you end it.`;
}

function describePrice({ payoutMicros, nextPayoutMicros, nextPayoutAt }: CampaignView): string {
  if (nextPayoutMicros === null || nextPayoutAt === null) {
    return t`A click pays ${formatExactDollars(payoutMicros)} from now on.`;
  }
  const [day, time] = nextPayoutAt.toISOString().split("T");
  return t`The price changes to ${formatExactDollars(nextPayoutMicros)} on ${day ?? ""}, ${time?.slice(0, 5) ?? ""} UTC.`;
}

export const campaignRoutes = new Router()
  .post("/", {
    ...byUser("campaigns", "write"),
    summary: "Launch a campaign and reserve its budget",
    request: jsonBody(newCampaignSchema),
    responses: { 201: jsonResponse(itemResponse(ownCampaignResponseSchema), "The campaign") },
    handle: async (c) => {
      await requireAgreement(c.var.ctx);
      const { campaign, reserved } = await createCampaign(
        c.var.ctx,
        c.req.valid("json"),
        c.var.deps.config,
      );
      const message = reserved.ok
        ? (waitsForReview(campaign) ??
          t`Campaign created successfully! Your campaign is now available for creators to join.`)
        : awaitingFunds(campaign, {
            ...reserved,
            review: await previewReview(c.var.ctx, { ...campaign, terms: c.var.deps.config }),
          });
      return created(c, { message, data: presentOwnCampaign(campaign) });
    },
  })
  .post("/game", {
    ...byUser("campaigns", "tell"),
    summary: "Read what a game's page says, and whether its campaign would wait for review",
    request: jsonBody(gameQuestionSchema),
    responses: { 200: jsonResponse(itemResponse(gameFactsSchema), "The game") },
    handle: async (c) => {
      const { deps, ctx, clientIp } = c.var;
      const pictures = { ...deps.pictures, network: sharingNetwork(clientIp) };
      const data = await readGame(ctx, c.req.valid("json"), {
        ...deps,
        ...{ pictures, terms: deps.config },
      });
      return ok(c, { message: "Game", data });
    },
  })
  .get("/", {
    access: "public",
    keyScope: "read",
    summary: "List campaigns to join; `scope=all` lists all live campaigns and needs no sign-in",
    request: { query: listCampaignsQuerySchema },
    responses: { 200: jsonResponse(listResponse(listedCampaignSchema), "Sorted as chosen") },
    handle: async (c) =>
      okPage(c, await listCampaigns(c.var.ctx, c.req.valid("query")), presentListedCampaign),
  })
  .get("/joined", {
    ...byUser("read"),
    summary: "List the campaigns you have joined, with links, clicks and earnings",
    request: { query: pageQuerySchema },
    responses: {
      200: jsonResponse(listResponse(joinedCampaignResponseSchema), "Most recently joined first"),
    },
    handle: async (c) => {
      const { items, nextCursor } = await listJoinedCampaigns(c.var.ctx, c.req.valid("query"));
      const { trackingUrl } = c.var.deps.config;
      const data = items.map((item) => presentJoinedCampaign(item, trackingUrl));
      return ok(c, { data, nextCursor });
    },
  })
  .get("/my-campaigns", {
    ...byUser("read"),
    summary: "List the campaigns you have launched",
    request: { query: pageQuerySchema },
    responses: { 200: jsonResponse(listResponse(ownCampaignResponseSchema), "Newest first") },
    handle: async (c) =>
      okPage(c, await listOwnCampaigns(c.var.ctx, c.req.valid("query")), presentOwnCampaign),
  })
  .post("/join/{id}", {
    ...byUser("links", "write"),
    summary: "Join a campaign and get a tracked link",
    request: { params: idParams },
    responses: { 200: jsonResponse(itemResponse(joinedCampaignResponseSchema), "Joined") },
    handle: async (c) => {
      await requireAgreement(c.var.ctx);
      const id = parseCampaignId(c.req.valid("param").id);
      const joined = await joinCampaign(c.var.ctx, id);
      const data = presentJoinedCampaign(joined, c.var.deps.config.trackingUrl);
      const message = t`Successfully joined campaign!`;
      return ok(c, { message, data });
    },
  })
  .get("/{id}", {
    access: "public",
    keyScope: "read",
    summary: "Get a campaign",
    request: { params: idParams },
    responses: { 200: jsonResponse(itemResponse(listedCampaignSchema), "The campaign") },
    handle: async (c) => {
      const listed = await getListedCampaign(c.var.ctx, parseCampaignId(c.req.valid("param").id));
      return ok(c, { message: "Campaign", data: presentListedCampaign(listed) });
    },
  })
  .patch("/{id}", {
    ...byUser("campaigns", "tell"),
    summary: "Edit, pause or resume your campaign, move its end, or change its game URL",
    request: { params: idParams, ...jsonBody(editCampaignSchema) },
    responses: { 200: jsonResponse(itemResponse(ownCampaignResponseSchema), "The campaign") },
    handle: async (c) => {
      const id = parseCampaignId(c.req.valid("param").id);
      const { isActive, limits } = c.req.valid("json");
      if (isActive || limits) await limitNews(c, id);
      const campaign = await editCampaign(
        c.var.ctx,
        { id, edit: c.req.valid("json") },
        c.var.deps.config,
      );
      const data = presentOwnCampaign(campaign);
      const message =
        c.req.valid("json").gameUrl !== undefined && campaign.pendingGameUrl !== null
          ? t`The new address waits for review. Visitors are sent to the former one until an operator approves it, within ${REVIEW_HOURS} hours.`
          : t`Campaign updated`;
      return ok(c, { message, data });
    },
  })
  .post("/{id}/fund", {
    ...byUser("campaigns", "write"),
    summary: "Reserve the budget of a campaign that is waiting for funds",
    request: { params: idParams },
    responses: { 200: jsonResponse(itemResponse(ownCampaignResponseSchema), "The campaign") },
    handle: async (c) => {
      await requireAgreement(c.var.ctx);
      const id = parseCampaignId(c.req.valid("param").id);
      const campaign = await fundCampaign(c.var.ctx, id, c.var.deps.config);
      const data = presentOwnCampaign(campaign);
      return ok(c, { message: waitsForReview(campaign) ?? t`Campaign funded`, data });
    },
  })
  .post("/{id}/budget", {
    ...byUser("campaigns", "write"),
    summary: "Add to the budget of your campaign from your wallet; an exhausted one pays again",
    request: { params: idParams, ...jsonBody(addBudgetSchema) },
    responses: { 200: jsonResponse(itemResponse(ownCampaignResponseSchema), "The campaign") },
    handle: async (c) => {
      await requireAgreement(c.var.ctx);
      const id = parseCampaignId(c.req.valid("param").id);
      const addition = c.req.valid("json");
      const campaign = await addBudget(c.var.ctx, { id, ...addition });
      const message = t`${formatExactDollars(addition.amount)} added to the budget.`;
      return ok(c, { message, data: presentOwnCampaign(campaign) });
    },
  })
  .post("/{id}/price", {
    ...byUser("campaigns", "tell"),
    summary: "Raise what a click pays at once, or lower it 24 hours from now or later",
    request: { params: idParams, ...jsonBody(changePriceSchema) },
    responses: { 200: jsonResponse(itemResponse(ownCampaignResponseSchema), "The campaign") },
    handle: async (c) => {
      const id = parseCampaignId(c.req.valid("param").id);
      await limitNews(c, id);
      const campaign = await changePrice(c.var.ctx, { id, ...c.req.valid("json") });
      return ok(c, { message: describePrice(campaign), data: presentOwnCampaign(campaign) });
    },
  })
  .delete("/{id}/price", {
    ...byUser("campaigns", "tell"),
    summary: "Withdraw a lower price that has not begun",
    request: { params: idParams },
    responses: { 200: jsonResponse(itemResponse(ownCampaignResponseSchema), "The campaign") },
    handle: async (c) => {
      const campaign = await withdrawPrice(c.var.ctx, parseCampaignId(c.req.valid("param").id));
      const message = t`The price stays at ${formatExactDollars(campaign.payoutMicros)}.`;
      return ok(c, { message, data: presentOwnCampaign(campaign) });
    },
  })
  .post("/{id}/end", {
    ...byUser("campaigns", "tell"),
    summary: "End your campaign early and get back the unspent budget; this is final",
    request: { params: idParams },
    responses: { 200: jsonResponse(itemResponse(ownCampaignResponseSchema), "The campaign") },
    handle: async (c) => {
      const campaign = await endCampaign(c.var.ctx, parseCampaignId(c.req.valid("param").id));
      const data = presentOwnCampaign(campaign);
      const message = campaign.fundedAt
        ? t`Campaign ended. What is left comes back to your wallet once its last clicks have been judged.`
        : t`Campaign ended.`;
      return ok(c, { message, data });
    },
  });

export const coverRoutes = new Router().post("/", {
  ...byUser("campaigns", "heavy"),
  summary: "Upload an image for a campaign's cover: PNG, JPEG, WebP, GIF or AVIF, under 5 MB",
  request: {
    body: { required: true, content: { "image/*": { schema: z.string() } } },
  },
  responses: {
    200: jsonResponse(itemResponse(uploadedCoverSchema), "The hash that names the image"),
  },
  handle: async (c) => {
    const { deps, clientIp } = c.var;
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    const hash = await uploadCover(c.var.ctx, bytes, {
      ...deps.pictures,
      network: sharingNetwork(clientIp),
    });
    return ok(c, { message: t`Image stored`, data: { hash } });
  },
});

/** Per developer: nobody can use up the news of another person's campaign. */
function limitNews(c: Context<AppEnv>, id: CampaignId): Promise<void> {
  return c.var.deps.limits.take("campaignNews", `${requireUser(c.var.ctx)}:${id}`);
}

export function presentListedCampaign(view: ListedCampaignView) {
  const { campaign, standing, estimateMicros } = view;
  const { verdictSeconds } = standing;
  return {
    ...presentCampaign(campaign),
    standing: {
      budgetDays: budgetDays({
        ...standing,
        leftMicros: campaign.escrowMicros - campaign.claimedMicros,
      }),
      countedPercent: countedPercent(campaign),
      verdictMinutes: verdictSeconds === null ? null : Math.round(verdictSeconds / 6) / 10,
      paid: campaign.paidMicros,
      developerSince: standing.developerSince,
    },
    estimate: estimateMicros,
  };
}

export const campaignReportRoutes = new Router().post("/{id}/report", {
  ...byUser("none", "message"),
  summary: "Report a campaign whose game is a scam, or breaks the rules otherwise",
  description:
    "Once per account, campaign and day; the answer is always the same. Visitors without an account use the page /report.",
  request: { params: z.object({ id: z.string() }), ...jsonBody(reportInputSchema) },
  act: async (c) => {
    const link = { campaignId: parseCampaignId(c.req.valid("param").id), creatorId: null };
    const report = { ...c.req.valid("json"), link, ip: c.var.clientIp };
    await reportLink(c.var.ctx, report);
  },
  done: () => reportThanks(),
});
