import { genres } from "@fairclick/core/campaigns/campaign-rules";
import { AppError } from "@fairclick/core/errors";
import {
  campaignLinkResponseSchema,
  campaignResponseSchema,
  editCampaignSchema,
  editLinkSchema,
  joinedCampaignResponseSchema,
  newCampaignSchema,
  ownCampaignResponseSchema,
} from "@fairclick/core/schemas/campaign";
import { itemResponse, listResponse, pageQuerySchema } from "@fairclick/core/schemas/page";
import { campaignStatsResponseSchema } from "@fairclick/core/schemas/stats";
import { z } from "zod";
import { defineRoute, jsonAnswer, jsonBody, newRouter } from "../define-route";

const idParams = z.object({ id: z.string() });

const create = defineRoute({
  method: "post",
  path: "/",
  access: "user",
  summary: "Launch a campaign and reserve its budget",
  request: jsonBody(newCampaignSchema),
  responses: { 201: jsonAnswer(itemResponse(ownCampaignResponseSchema), "The campaign") },
});

const list = defineRoute({
  method: "get",
  path: "/",
  access: "public",
  summary: "Campaigns to join; with scope=all every live campaign, without sign-in too",
  request: {
    query: pageQuerySchema.extend({
      scope: z.enum(["joinable", "all"]).optional(),
      search: z.string().trim().max(120).optional(),
      genre: z.enum(genres).optional(),
    }),
  },
  responses: { 200: jsonAnswer(listResponse(campaignResponseSchema), "Newest first") },
});

const joined = defineRoute({
  method: "get",
  path: "/joined",
  access: "user",
  summary: "Campaigns that the signed-in creator has joined, with links, clicks and earnings",
  request: { query: pageQuerySchema },
  responses: { 200: jsonAnswer(listResponse(joinedCampaignResponseSchema), "Latest joined first") },
});

const mine = defineRoute({
  method: "get",
  path: "/my-campaigns",
  access: "user",
  summary: "Campaigns that the signed-in developer has launched",
  request: { query: pageQuerySchema },
  responses: { 200: jsonAnswer(listResponse(ownCampaignResponseSchema), "Newest first") },
});

const join = defineRoute({
  method: "post",
  path: "/join/{id}",
  access: "user",
  summary: "Join a campaign and get a tracked link",
  request: { params: idParams },
  responses: { 200: jsonAnswer(itemResponse(joinedCampaignResponseSchema), "Joined") },
});

const get = defineRoute({
  method: "get",
  path: "/{id}",
  access: "public",
  summary: "One campaign",
  request: { params: idParams },
  responses: { 200: jsonAnswer(itemResponse(campaignResponseSchema), "The campaign") },
});

const edit = defineRoute({
  method: "patch",
  path: "/{id}",
  access: "user",
  summary: "Pause, resume or reword one's own campaign",
  request: { params: idParams, ...jsonBody(editCampaignSchema) },
  responses: { 200: jsonAnswer(itemResponse(ownCampaignResponseSchema), "The campaign") },
});

const fund = defineRoute({
  method: "post",
  path: "/{id}/fund",
  access: "user",
  summary: "Reserve the budget of a campaign that awaits funds",
  request: { params: idParams },
  responses: { 200: jsonAnswer(itemResponse(ownCampaignResponseSchema), "The campaign") },
});

const links = defineRoute({
  method: "get",
  path: "/{id}/links",
  access: "user",
  summary: "The links of one's own campaign",
  request: { params: idParams, query: pageQuerySchema },
  responses: { 200: jsonAnswer(listResponse(campaignLinkResponseSchema), "Latest joined first") },
});

const editLink = defineRoute({
  method: "patch",
  path: "/{id}/links/{userId}",
  access: "user",
  summary: "Disable or enable a creator's link of one's own campaign",
  request: { params: idParams.extend({ userId: z.string() }), ...jsonBody(editLinkSchema) },
  responses: { 200: jsonAnswer(itemResponse(campaignLinkResponseSchema), "The link") },
});

const stats = defineRoute({
  method: "get",
  path: "/{id}/stats",
  access: "user",
  summary: "Clicks of one's own campaign by verdict and kind of reason",
  request: { params: idParams },
  responses: { 200: jsonAnswer(itemResponse(campaignStatsResponseSchema), "Counts and money") },
});

const unbuilt = async () => {
  throw new AppError("unavailable", "Not built yet");
};

export const campaignRoutes = newRouter()
  .openapi(create, unbuilt)
  .openapi(list, unbuilt)
  .openapi(joined, unbuilt)
  .openapi(mine, unbuilt)
  .openapi(join, unbuilt)
  .openapi(get, unbuilt)
  .openapi(edit, unbuilt)
  .openapi(fund, unbuilt)
  .openapi(links, unbuilt)
  .openapi(editLink, unbuilt)
  .openapi(stats, unbuilt);
