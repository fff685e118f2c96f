import { creators, users } from "@fairclick/core/accounts/operated";
import { relatedUsersResponseSchema } from "@fairclick/core/accounts/users";
import { userNameSchema } from "@fairclick/core/schemas";
import {
  listAllChannels,
  revokeChannel,
  verifyChannel,
} from "@fairclick/services/accounts/channels";
import { cancelRecovery, requestRecovery } from "@fairclick/services/accounts/recovery";
import { findRelatedUsers, getUserDetails, listUsers } from "@fairclick/services/accounts/users";
import { pardonDisputes, restoreUser, suspendUser } from "@fairclick/services/money/close-account";
import { z } from "zod";
import { resourceRoutes } from "../resource-routes";
import { ok } from "../respond";
import { jsonResponse, Router } from "../router";

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

export const userToolRoutes = new Router().get("/{user}/related", {
  access: "operator:users:read",
  summary: "Find the accounts that are tied to a user",
  request: { params: z.object({ user: userNameSchema }) },
  responses: { 200: jsonResponse(relatedUsersResponseSchema, "Accounts, ties and money") },
  handle: async (c) => {
    const related = await findRelatedUsers(c.var.ctx, c.req.valid("param").user);
    return ok(c, { data: related });
  },
});
