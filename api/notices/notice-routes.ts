import { doneResponseSchema } from "@fairclick/core/accounts/account";
import { t } from "@fairclick/core/language/t";
import {
  noticeSettingRequestSchema,
  noticeSettingsResponseSchema,
  noticesQuerySchema,
  noticesResponseSchema,
  readNoticesRequestSchema,
} from "@fairclick/core/notices/notices";
import { listMailSettings, setMail } from "@fairclick/services/notices/mail-settings";
import { listOwnNotices, readOwnNotices } from "@fairclick/services/notices/notices";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

export const noticeRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "user",
      keyScope: "read",
      summary: "List your notices, newest first",
      request: { query: noticesQuerySchema },
      responses: { 200: jsonResponse(noticesResponseSchema, "The notices") },
    }),
    async (c) => {
      const { items, unread, nextCursor } = await listOwnNotices(c.var.ctx, c.req.valid("query"));
      const data = items.map(({ id, kind, at, read, title, paragraphs, action }) => ({
        _id: id,
        kind,
        at: at.toISOString(),
        read,
        title,
        paragraphs: [...paragraphs],
        action,
      }));
      return ok(c, { data, unread, nextCursor });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/read",
      access: "user",
      keyScope: "none",
      summary: "Mark notices as read",
      request: jsonBody(readNoticesRequestSchema),
      responses: { 200: jsonResponse(doneResponseSchema, "Marked") },
    }),
    async (c) => {
      await readOwnNotices(c.var.ctx, c.req.valid("json").upTo);
      return ok(c, { message: "Marked as read." });
    },
  )
  .openapi(
    defineRoute({
      method: "get",
      path: "/settings",
      access: "user",
      keyScope: "read",
      summary: "List the kinds of mails, and which you receive",
      responses: { 200: jsonResponse(noticeSettingsResponseSchema, "The kinds") },
    }),
    async (c) => {
      const settings = await listMailSettings(c.var.ctx);
      const mailServer = c.var.deps.config.mail !== null;
      const data = settings.map(({ kind: { kind, topic, event, recipients, mail }, ...on }) => ({
        kind,
        topic,
        event: event(),
        recipients: recipients(),
        mail: on.mail,
        optional: mail === "optional",
      }));
      return ok(c, { data, mailServer });
    },
  )
  .openapi(
    defineRoute({
      method: "put",
      path: "/settings",
      access: "user",
      keyScope: "none",
      summary: "Switch one kind of mail on or off",
      request: jsonBody(noticeSettingRequestSchema),
      responses: { 200: jsonResponse(doneResponseSchema, "Changed") },
    }),
    async (c) => {
      await setMail(c.var.ctx, c.req.valid("json"));
      return ok(c, { message: t`Mail settings changed.` });
    },
  );
