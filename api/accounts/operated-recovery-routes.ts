import {
  finishedRecoveryResponseSchema,
  type Recovery,
  recoveriesResponseSchema,
} from "@fairclick/core/accounts/factors";
import { changeInputSchema, reasonSchema } from "@fairclick/core/changes";
import { pageQuerySchema, userNameSchema } from "@fairclick/core/schemas";
import { finishRecovery } from "@fairclick/services/accounts/finish-recovery";
import {
  cancelRecovery,
  listRecoveries,
  requestRecovery,
} from "@fairclick/services/accounts/recovery";
import type { ListedRecovery } from "@fairclick/sql/accounts/recoveries";
import { z } from "zod";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { changeResponses } from "../operations/change-responses";
import { ok } from "../respond";

const params = z.object({ user: userNameSchema });

const change = {
  method: "post",
  access: "operator:users:recover",
  request: { params, ...jsonBody(changeInputSchema) },
  responses: changeResponses,
} as const;

export const adminRecoveryRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "operator:users:recover",
      summary: "List open recoveries of accounts, newest first",
      request: { query: pageQuerySchema },
      responses: { 200: jsonResponse(recoveriesResponseSchema, "A page of recoveries") },
    }),
    async (c) => {
      const { items, nextCursor } = await listRecoveries(c.var.ctx, c.req.valid("query"));
      return ok(c, { data: items.map(presentRecovery), nextCursor });
    },
  )
  .openapi(
    defineRoute({
      ...change,
      path: "/{user}",
      summary: "Request the recovery of an account whose owner cannot sign in any more",
      description: "Starts the waiting period, in which the owner can cancel it.",
    }),
    async (c) => {
      const input = { ...c.req.valid("param"), ...c.req.valid("json") };
      return ok(c, { data: await requestRecovery(c.var.ctx, input) });
    },
  )
  .openapi(
    defineRoute({
      ...change,
      path: "/{user}/cancel",
      summary: "Cancel the open recovery of an account",
    }),
    async (c) => {
      const input = { ...c.req.valid("param"), ...c.req.valid("json") };
      return ok(c, { data: await cancelRecovery(c.var.ctx, input) });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/{user}/finish",
      access: "operator:users:recover",
      summary: "Finish a recovery whose waiting period is over",
      description:
        "Removes the second factors and the password, ends all sessions, and mails a link that sets a new password. Without a mail server, the answer has the link.",
      request: { params, ...jsonBody(z.object({ reason: reasonSchema })) },
      responses: { 200: jsonResponse(finishedRecoveryResponseSchema, "Finished") },
    }),
    async (c) => {
      const { appUrl, mail } = c.var.deps.config;
      const { link } = await finishRecovery(c.var.ctx, {
        ...c.req.valid("param"),
        ...c.req.valid("json"),
        ...{ appUrl, byMail: mail !== null },
      });
      const data = { link: link && { ...link, expiresAt: link.expiresAt.toISOString() } };
      return ok(c, { data });
    },
  );

function presentRecovery(recovery: ListedRecovery): Recovery {
  return {
    ...recovery,
    requestedAt: recovery.requestedAt.toISOString(),
    dueAt: recovery.dueAt.toISOString(),
  };
}
