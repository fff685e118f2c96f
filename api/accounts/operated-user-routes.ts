import {
  adminUserResponseSchema,
  adminUsersQuerySchema,
  adminUsersResponseSchema,
} from "@fairclick/core/accounts/operated-users-schema";
import {
  changeInputSchema,
  changeResponseSchema,
} from "@fairclick/core/operations/operator-change-schema";
import { userNameSchema } from "@fairclick/core/schemas/admin-lists";
import { getUser } from "@fairclick/services/accounts/find-user";
import { listUsers } from "@fairclick/services/accounts/list-users";
import { restoreUser, suspendUser } from "@fairclick/services/accounts/suspend-user";
import { z } from "zod";
import { defineRoute, jsonAnswer, jsonBody, newRouter } from "../define-route";
import { presentAdminUser } from "../operations/present-operated";

const params = z.object({ user: userNameSchema });

const list = defineRoute({
  method: "get",
  path: "/",
  access: "operator:users:read",
  summary: "Every user, newest first",
  request: { query: adminUsersQuerySchema },
  responses: { 200: jsonAnswer(adminUsersResponseSchema, "A page of users") },
});

const show = defineRoute({
  method: "get",
  path: "/{user}",
  access: "operator:users:read",
  summary: "One user, by id, e-mail address or name",
  request: { params },
  responses: { 200: jsonAnswer(adminUserResponseSchema, "The user") },
});

const change = {
  access: "operator:users:write",
  request: { params, ...jsonBody(changeInputSchema) },
  responses: { 200: jsonAnswer(changeResponseSchema, "What is different, or would be") },
} as const;

const suspend = defineRoute({
  ...change,
  method: "post",
  path: "/{user}/suspend",
  summary: "Stop a user's links and withdrawals, and keep their money",
});

const restore = defineRoute({
  ...change,
  method: "post",
  path: "/{user}/restore",
  summary: "End a suspension",
});

export const adminUserRoutes = newRouter()
  .openapi(list, async (c) => {
    const { items, nextCursor } = await listUsers(c.var.ctx, c.req.valid("query"));
    const data = items.map(presentAdminUser);
    return c.json({ status: "success" as const, data, nextCursor }, 200);
  })
  .openapi(show, async (c) => {
    const user = await getUser(c.var.ctx, c.req.valid("param").user);
    return c.json({ status: "success" as const, data: presentAdminUser(user) }, 200);
  })
  .openapi(suspend, async (c) => {
    const data = await suspendUser(c.var.ctx, { ...c.req.valid("param"), ...c.req.valid("json") });
    return c.json({ status: "success" as const, data }, 200);
  })
  .openapi(restore, async (c) => {
    const data = await restoreUser(c.var.ctx, { ...c.req.valid("param"), ...c.req.valid("json") });
    return c.json({ status: "success" as const, data }, 200);
  });
