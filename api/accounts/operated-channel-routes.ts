import {
  channelChangeSchema,
  type OperatedChannel,
  operatedChannelsQuerySchema,
  operatedChannelsResponseSchema,
} from "@fairclick/core/accounts/channels";
import { userNameSchema } from "@fairclick/core/schemas";
import {
  listAllChannels,
  revokeChannel,
  verifyChannel,
} from "@fairclick/services/accounts/channels";
import type { ListedChannel } from "@fairclick/sql/accounts/channels";
import { z } from "zod";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { changeResponses } from "../operations/change-responses";
import { ok } from "../respond";

const change = {
  method: "post",
  access: "operator:users:write",
  request: { params: z.object({ user: userNameSchema }), ...jsonBody(channelChangeSchema) },
  responses: changeResponses,
} as const;

export const adminChannelRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "operator:users:read",
      summary: "List creators' channels, newest first",
      request: { query: operatedChannelsQuerySchema },
      responses: { 200: jsonResponse(operatedChannelsResponseSchema, "A page of channels") },
    }),
    async (c) => {
      const { items, nextCursor } = await listAllChannels(c.var.ctx, c.req.valid("query"));
      return ok(c, { data: items.map(present), nextCursor });
    },
  )
  .openapi(
    defineRoute({
      ...change,
      path: "/{user}/verify",
      summary: "Confirm that a channel belongs to a user",
    }),
    async (c) => {
      const input = { ...c.req.valid("json"), ...c.req.valid("param") };
      return ok(c, { data: await verifyChannel(c.var.ctx, input) });
    },
  )
  .openapi(
    defineRoute({
      ...change,
      path: "/{user}/revoke",
      summary: "Take the mark of a user's channel away",
    }),
    async (c) => {
      const input = { ...c.req.valid("json"), ...c.req.valid("param") };
      return ok(c, { data: await revokeChannel(c.var.ctx, input) });
    },
  );

function present(row: ListedChannel): OperatedChannel {
  const { id, userId, user, platform, name, url, code, verifiedBy, problem } = row;
  return {
    ...{ id, userId, user, platform, name, url, code, verifiedBy, problem },
    createdAt: row.createdAt.toISOString(),
    verifiedAt: row.verifiedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    checkedAt: row.checkedAt?.toISOString() ?? null,
  };
}
