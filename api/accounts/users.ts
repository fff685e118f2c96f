import { birthMonthSchema } from "@fairclick/core/accounts/agreement";
import {
  adminUserResponseSchema,
  adminUsersQuerySchema,
  adminUsersResponseSchema,
  type RelatedUsers as Presented,
  relatedUsersResponseSchema,
  resetLinkResponseSchema,
} from "@fairclick/core/accounts/users";
import { changeInputSchema, reasonSchema } from "@fairclick/core/changes";
import { userNameSchema } from "@fairclick/core/schemas";
import { correctBirthMonth } from "@fairclick/services/accounts/agreement";
import { makeResetLink } from "@fairclick/services/accounts/passwords";
import {
  findRelatedUsers,
  getUserDetails,
  listUsers,
  type RelatedUsers,
} from "@fairclick/services/accounts/users";
import { pardonDisputes, restoreUser, suspendUser } from "@fairclick/services/money/suspend-user";
import { z } from "zod";
import { changeResponses } from "../changes";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { presentAdminUser, presentAdminUserDetails } from "../present-operated";
import { ok } from "../respond";

const params = z.object({ user: userNameSchema });

const acts = {
  suspend: suspendUser,
  restore: restoreUser,
  "pardon-disputes": pardonDisputes,
};
const actParams = params.extend({ act: z.enum(["suspend", "restore", "pardon-disputes"]) });

export const adminUserRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "operator:users:read",
      summary: "List all users, newest first",
      request: { query: adminUsersQuerySchema },
      responses: { 200: jsonResponse(adminUsersResponseSchema, "A page of users") },
    }),
    async (c) => {
      const { items, nextCursor } = await listUsers(c.var.ctx, c.req.valid("query"));
      const data = items.map(presentAdminUser);
      return ok(c, { data, nextCursor });
    },
  )
  .openapi(
    defineRoute({
      method: "get",
      path: "/{user}",
      access: "operator:users:read",
      summary: "Get a user by id, email address or username",
      request: { params },
      responses: { 200: jsonResponse(adminUserResponseSchema, "The user") },
    }),
    async (c) => {
      const user = await getUserDetails(c.var.ctx, c.req.valid("param").user);
      return ok(c, { data: presentAdminUserDetails(user) });
    },
  )
  .openapi(
    defineRoute({
      method: "get",
      path: "/{user}/related",
      access: "operator:users:read",
      summary: "Find the accounts that are tied to a user",
      request: { params },
      responses: { 200: jsonResponse(relatedUsersResponseSchema, "Accounts, ties and money") },
    }),
    async (c) => {
      const related = await findRelatedUsers(c.var.ctx, c.req.valid("param").user);
      return ok(c, { data: presentRelated(related) });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/{user}/reset-link",
      access: "operator:users:recover",
      summary: "Make a link by which a user sets a new password once, on a server without mail",
      description:
        "Refused with `conflict` while the server sends mail. For 72 hours no money leaves the account.",
      request: { params, ...jsonBody(z.object({ reason: reasonSchema })) },
      responses: { 200: jsonResponse(resetLinkResponseSchema, "The link") },
    }),
    async (c) => {
      const { appUrl, mail } = c.var.deps.config;
      const input = {
        ...c.req.valid("param"),
        ...c.req.valid("json"),
        ...{ appUrl, sendsMail: mail !== null },
      };
      const { url, expiresAt } = await makeResetLink(c.var.ctx, input);
      return ok(c, { data: { url, expiresAt: expiresAt.toISOString() } });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/{user}/set-birth",
      access: "operator:users:write",
      summary: "Correct a user's month of birth",
      request: {
        params,
        ...jsonBody(changeInputSchema.extend({ birthMonth: birthMonthSchema })),
      },
      responses: changeResponses,
    }),
    async (c) => {
      const input = { ...c.req.valid("param"), ...c.req.valid("json") };
      return ok(c, { data: await correctBirthMonth(c.var.ctx, input) });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/{user}/{act}",
      access: "operator:users:write",
      summary: "Suspend or restore a user, or pardon the disputes that closed an account",
      description:
        "A suspension stops the user's links and withdrawals and keeps the money. A pardoned user can launch campaigns again.",
      request: { params: actParams, ...jsonBody(changeInputSchema) },
      responses: changeResponses,
    }),
    async (c) => {
      const { user, act } = c.req.valid("param");
      return ok(c, { data: await acts[act](c.var.ctx, { ...c.req.valid("json"), user }) });
    },
  );

function presentRelated({ accounts, ties, flows, isPartial }: RelatedUsers): Presented {
  return {
    accounts: accounts.map((account) => ({
      ...account,
      createdAt: account.createdAt.toISOString(),
      suspendedAt: account.suspendedAt?.toISOString() ?? null,
      deletedAt: account.deletedAt?.toISOString() ?? null,
      paidMicros: account.paidMicros.toString(),
    })),
    ties,
    flows: flows.map(({ micros, ...flow }) => ({ ...flow, micros: micros.toString() })),
    betweenMicros: flows.reduce((sum, { micros }) => sum + micros, 0n).toString(),
    isPartial,
  };
}
