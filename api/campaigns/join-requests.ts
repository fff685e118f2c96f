import { doneResponseSchema } from "@fairclick/core/accounts/account";
import {
  joinRequestSchema,
  newJoinRequestSchema,
  ownJoinRequestsResponseSchema,
  refuseJoinRequestSchema,
} from "@fairclick/core/campaigns/joining";
import { t } from "@fairclick/core/language/t";
import { listResponse, pageQuerySchema } from "@fairclick/core/schemas";
import {
  acceptRequest,
  listOwnRequests,
  listRequests,
  refuseRequest,
  requestToJoin,
  withdrawRequest,
} from "@fairclick/services/campaigns/join";
import { parseCampaignId, parseCreatorId } from "@fairclick/services/campaigns/read-campaigns";
import type { RequestRow } from "@fairclick/sql/campaigns/joining";
import { z } from "zod";
import { created, ok, okPage } from "../respond";
import { byUser, jsonBody, jsonResponse, Router } from "../router";

const params = z.object({ id: z.string() });
const named = params.extend({ userId: z.string() });

/** Mounted before the routes of one campaign, which would read `join-requests` as an id. */
export const ownJoinRequestRoutes = new Router().get("/", {
  ...byUser("read"),
  summary: "List your requests to join campaigns",
  responses: { 200: jsonResponse(ownJoinRequestsResponseSchema, "Newest first, at most 100") },
  handle: async (c) => {
    return ok(c, { data: await listOwnRequests(c.var.ctx) });
  },
});

export const joinRequestRoutes = new Router()
  .post("/{id}/join-request", {
    ...byUser("links", "tell"),
    summary: "Ask the developer of a campaign to let you join",
    request: { params, ...jsonBody(newJoinRequestSchema) },
    responses: { 201: jsonResponse(doneResponseSchema, "Sent") },
    handle: async (c) => {
      const campaignId = parseCampaignId(c.req.valid("param").id);
      await requestToJoin(c.var.ctx, { campaignId, ...c.req.valid("json") }, c.var.deps);
      return created(c, { message: t`Request sent. You are notified of the answer.` });
    },
  })
  .delete("/{id}/join-request", {
    ...byUser("links", "write"),
    summary: "Withdraw your request to join a campaign",
    request: { params },
    act: (c) => withdrawRequest(c.var.ctx, parseCampaignId(c.req.valid("param").id)),
    done: () => t`Request withdrawn.`,
  })
  .get("/{id}/join-requests", {
    ...byUser("read"),
    summary: "List the open requests to join your campaign",
    request: { params, query: pageQuerySchema },
    responses: { 200: jsonResponse(listResponse(joinRequestSchema), "Oldest first") },
    handle: async (c) => {
      const campaignId = parseCampaignId(c.req.valid("param").id);
      const input = { campaignId, ...c.req.valid("query") };
      return okPage(c, await listRequests(c.var.ctx, input), present);
    },
  })
  .post("/{id}/join-requests/{userId}/accept", {
    ...byUser("campaigns", "write"),
    summary: "Let a creator join your campaign",
    request: { params: named },
    act: async (c) => {
      const { id, userId } = c.req.valid("param");
      const key = { campaignId: parseCampaignId(id), creatorId: parseCreatorId(userId) };
      await acceptRequest(c.var.ctx, key);
    },
    done: () => t`Accepted. The creator has a link now.`,
  })
  .post("/{id}/join-requests/{userId}/refuse", {
    ...byUser("campaigns", "write"),
    summary: "Refuse a creator's request, with a reason that the creator reads",
    request: { params: named, ...jsonBody(refuseJoinRequestSchema) },
    act: async (c) => {
      const { id, userId } = c.req.valid("param");
      const key = { campaignId: parseCampaignId(id), creatorId: parseCreatorId(userId) };
      await refuseRequest(c.var.ctx, { ...key, ...c.req.valid("json") });
    },
    done: () => t`Refused. The creator reads your reason.`,
  });

function present({ creatorId, categories, platforms, ...request }: RequestRow) {
  return { ...request, userId: creatorId, content: { categories, platforms } };
}
