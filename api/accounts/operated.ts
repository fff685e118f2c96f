import { finishedRecoverySchema } from "@fairclick/core/accounts/factors";
import { creators, users } from "@fairclick/core/accounts/operated";
import {
  relatedUsersResponseSchema,
  resetLinkResponseSchema,
} from "@fairclick/core/accounts/users";
import { reasonSchema } from "@fairclick/core/changes";
import { dataResponse, userNameSchema } from "@fairclick/core/schemas";
import {
  listAllChannels,
  revokeChannel,
  verifyChannel,
} from "@fairclick/services/accounts/channels";
import { finishRecovery } from "@fairclick/services/accounts/finish-recovery";
import { makeResetLink } from "@fairclick/services/accounts/passwords";
import { cancelRecovery, requestRecovery } from "@fairclick/services/accounts/recovery";
import { findRelatedUsers, getUserDetails, listUsers } from "@fairclick/services/accounts/users";
import { pardonDisputes, restoreUser, suspendUser } from "@fairclick/services/money/suspend-user";
import { z } from "zod";
import { resourceRoutes } from "../resource-routes";
import { ok } from "../respond";
import { jsonBody, jsonResponse, Router } from "../router";

export const accountResources = [
  resourceRoutes(users, {
    list: listUsers,
    show: getUserDetails,
    acts: {
      suspend: suspendUser,
      restore: restoreUser,
      "pardon-disputes": pardonDisputes,
      recover: requestRecovery,
      "cancel-recovery": cancelRecovery,
    },
  }),
  resourceRoutes(creators, {
    list: listAllChannels,
    acts: { verify: verifyChannel, revoke: revokeChannel },
  }),
] as const;

const params = z.object({ user: userNameSchema });

export const userToolRoutes = new Router()
  .get("/{user}/related", {
    access: "operator:users:read",
    summary: "Find the accounts that are tied to a user",
    request: { params },
    responses: { 200: jsonResponse(relatedUsersResponseSchema, "Accounts, ties and money") },
    handle: async (c) => {
      const related = await findRelatedUsers(c.var.ctx, c.req.valid("param").user);
      return ok(c, { data: related });
    },
  })
  .post("/{user}/reset-link", {
    access: "operator:users:recover",
    summary: "Make a link by which a user sets a new password once, on a server without mail",
    description:
      "Refused with `conflict` while the server sends mail. For 72 hours no money leaves the account.",
    request: { params, ...jsonBody(z.object({ reason: reasonSchema })) },
    responses: { 200: jsonResponse(resetLinkResponseSchema, "The link") },
    handle: async (c) => {
      const { appUrl, mail } = c.var.deps.config;
      const input = {
        ...c.req.valid("param"),
        ...c.req.valid("json"),
        ...{ appUrl, sendsMail: mail !== null },
      };
      const link = await makeResetLink(c.var.ctx, input);
      return ok(c, { data: link });
    },
  })
  .post("/{user}/finish-recovery", {
    access: "operator:users:recover",
    summary: "Finish a recovery whose waiting period is over",
    description:
      "Removes the second factors and the password, ends all sessions, and mails a link that sets a new password. Without a mail server, the answer has the link.",
    request: { params, ...jsonBody(z.object({ reason: reasonSchema })) },
    responses: { 200: jsonResponse(dataResponse(finishedRecoverySchema), "Finished") },
    handle: async (c) => {
      const { appUrl, mail } = c.var.deps.config;
      const finished = await finishRecovery(c.var.ctx, {
        ...c.req.valid("param"),
        ...c.req.valid("json"),
        ...{ appUrl, byMail: mail !== null },
      });
      return ok(c, { data: finished });
    },
  });
