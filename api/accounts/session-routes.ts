import {
  doneResponseSchema,
  passwordRequestSchema,
  sessionsResponseSchema,
} from "@fairclick/core/accounts/account";
import { t } from "@fairclick/core/language/t";
import { changePassword } from "@fairclick/services/accounts/passwords";
import { endAllSessions, endSession, listSessions } from "@fairclick/services/accounts/sessions";
import { z } from "zod";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";
import { readDeviceTokens } from "./device-cookie";
import { ownToken } from "./own-token";

export const sessionRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "post",
      path: "/password",
      access: "user:proof",
      keyScope: "none",
      summary: "Set a new password and end all other sessions",
      request: jsonBody(passwordRequestSchema),
      responses: { 200: jsonResponse(doneResponseSchema, "Changed") },
    }),
    async (c) => {
      const { newPassword } = c.req.valid("json");
      const deviceTokens = readDeviceTokens(c);
      await changePassword(c.var.ctx, { newPassword, token: ownToken(c), deviceTokens });
      const message = t`Password changed. You are signed out everywhere else.`;
      return ok(c, { message });
    },
  )
  .openapi(
    defineRoute({
      method: "get",
      path: "/sessions",
      access: "user",
      keyScope: "none",
      summary: "List your sessions, most recently used first",
      responses: { 200: jsonResponse(sessionsResponseSchema, "The sessions") },
    }),
    async (c) => {
      const own = await listSessions(c.var.ctx, ownToken(c));
      const data = own.map(({ id, userAgent, country, signedInAt, lastUsedAt, current }) => ({
        _id: id,
        userAgent,
        country,
        signedInAt: signedInAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
        current,
      }));
      return ok(c, { data });
    },
  )
  .openapi(
    defineRoute({
      method: "delete",
      path: "/sessions/{id}",
      access: "user",
      keyScope: "none",
      summary: "End one of your sessions",
      request: { params: z.object({ id: z.string() }) },
      responses: { 200: jsonResponse(doneResponseSchema, "Ended") },
    }),
    async (c) => {
      await endSession(c.var.ctx, c.req.valid("param").id);
      return ok(c, { message: t`Signed out there.` });
    },
  )
  .openapi(
    defineRoute({
      method: "delete",
      path: "/sessions",
      access: "user",
      keyScope: "none",
      summary: "End all your sessions, this one included",
      responses: { 200: jsonResponse(doneResponseSchema, "Ended") },
    }),
    async (c) => {
      await endAllSessions(c.var.ctx);
      return ok(c, { message: t`Signed out everywhere.` });
    },
  );
