import {
  channelResponseSchema,
  channelsResponseSchema,
  newChannelSchema,
} from "@fairclick/core/accounts/channels";
import { t } from "@fairclick/core/language/t";
import { itemResponse } from "@fairclick/core/schemas";
import {
  addChannel,
  checkChannel,
  listOwnChannels,
  removeChannel,
  showProblem,
} from "@fairclick/services/accounts/channels";
import type { ChannelRow } from "@fairclick/sql/accounts/channels";
import { z } from "zod";
import { created, ok, withId } from "../respond";
import { byUser, jsonBody, jsonResponse, Router } from "../router";

const params = z.object({ id: z.string().max(36) });
const channel = itemResponse(channelResponseSchema);

/** The caller's channels. Developers can require a verified one. */
export const channelRoutes = new Router()
  .get("/", {
    ...byUser("none"),
    summary: "List your channels and what proves them",
    responses: { 200: jsonResponse(channelsResponseSchema, "Oldest first") },
    handle: async (c) => {
      const channels = await listOwnChannels(c.var.ctx);
      return ok(c, { data: channels.map((each) => present(each, c.var.deps.config.appUrl)) });
    },
  })
  .post("/", {
    ...byUser("none", "tell"),
    summary: "Add a channel; the answer holds the code for its description",
    request: jsonBody(newChannelSchema),
    responses: { 201: jsonResponse(channel, "The channel") },
    handle: async (c) => {
      const { deps, ctx } = c.var;
      const added = await addChannel(ctx, c.req.valid("json").url);
      const message = t`Channel added. Put the code into its description, then check it.`;
      return created(c, { message, data: present(added, deps.config.appUrl) });
    },
  })
  .post("/{id}/check", {
    ...byUser("none", "tell"),
    summary: "Look for the code in the channel's description now; at most ten times a day",
    request: { params },
    responses: { 200: jsonResponse(channel, "The channel, with what the check found") },
    handle: async (c) => {
      const { deps, ctx } = c.var;
      const checked = await checkChannel(ctx, c.req.valid("param").id, deps);
      const data = present(checked, deps.config.appUrl);
      return ok(c, { message: data.problem ?? t`The channel is verified.`, data });
    },
  })
  .delete("/{id}", {
    ...byUser("none", "write"),
    summary: "Remove a channel and its mark",
    request: { params },
    act: (c) => removeChannel(c.var.ctx, c.req.valid("param").id),
    done: () => t`Channel removed.`,
  });

/** Adds the link that proves a website, and the sentence about what the last check found. */
function present(row: ChannelRow, appUrl: string) {
  return {
    ...withId(row),
    linkBack: `${appUrl}/#${row.code}`,
    revoked: row.revokedAt !== null,
    problem: row.problem && showProblem({ ...row, problem: row.problem }),
  };
}
