import { currentLanguage, t } from "@fairclick/core/language/t";
import {
  mails,
  noticeSettingRequestSchema,
  noticeSettingsResponseSchema,
  noticesQuerySchema,
  noticesResponseSchema,
  readNoticesRequestSchema,
} from "@fairclick/core/notices/notices";
import { mapPage } from "@fairclick/services/context";
import {
  findUnsubscription,
  listMailSettings,
  listOperatedMail,
  listOwnNotices,
  readOwnNotices,
  releaseMail,
  setMail,
  suppressMail,
  unsubscribe,
} from "@fairclick/services/notices/notices";
import { html } from "hono/html";
import { z } from "zod";
import { resourceRoutes } from "../resource-routes";
import { ok, withId } from "../respond";
import { byUser, jsonBody, jsonResponse, Router } from "../router";

export const noticeRoutes = new Router()
  .get("/", {
    ...byUser("read"),
    summary: "List your notices, newest first",
    request: { query: noticesQuerySchema },
    responses: { 200: jsonResponse(noticesResponseSchema, "The notices") },
    handle: async (c) => {
      const { items, unread, nextCursor } = await listOwnNotices(c.var.ctx, c.req.valid("query"));
      return ok(c, { data: items.map(withId), unread, nextCursor });
    },
  })
  .post("/read", {
    ...byUser("none", "write"),
    summary: "Mark notices as read",
    request: jsonBody(readNoticesRequestSchema),
    act: (c) => readOwnNotices(c.var.ctx, c.req.valid("json").upTo),
    done: () => "Marked as read.",
  })
  .get("/settings", {
    ...byUser("read"),
    summary: "List the kinds of mails, and which you receive",
    responses: { 200: jsonResponse(noticeSettingsResponseSchema, "The kinds") },
    handle: async (c) => {
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
  })
  .put("/settings", {
    ...byUser("none", "write"),
    summary: "Switch one kind of mail on or off",
    request: jsonBody(noticeSettingRequestSchema),
    act: (c) => setMail(c.var.ctx, c.req.valid("json")),
    done: () => t`Mail settings changed.`,
  });

const request = { params: z.object({ token: z.string().max(200) }) };
const responses = {
  200: { description: "A page", content: { "text/html": { schema: z.string() } } },
  404: { description: "A page", content: { "text/html": { schema: z.string() } } },
};

/** The page needs no script and no session: it is opened from a mail, in any browser. */
const contentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'";

export const unsubscribeRoutes = new Router()
  .get("/{token}", {
    access: "public",
    summary: "Show which mails the link of a mail switches off",
    description: "Changes nothing: mail programs open links to check them.",
    request,
    responses,
    handle: async (c) => {
      const event = await findUnsubscription(c.var.ctx, c.req.valid("param").token);
      c.header("content-security-policy", contentSecurityPolicy);
      return event === null ? c.html(unknownLink(), 404) : c.html(confirmation(event), 200);
    },
  })
  .post("/{token}", {
    access: "public",
    limit: "write",
    summary: "Switch off the mails that the link of a mail names (RFC 8058)",
    request,
    responses,
    handle: async (c) => {
      const done = await unsubscribe(c.var.ctx, c.req.valid("param").token);
      c.header("content-security-policy", contentSecurityPolicy);
      return done ? c.html(stopped(), 200) : c.html(unknownLink(), 404);
    },
  });

const confirmation = (event: string) =>
  page(
    t`Stop these mails?`,
    html`<p>${t`You receive them for: ${event}.`}</p>
      <form method="post"><button>${t`Stop these mails`}</button></form>`,
  );

const stopped = () =>
  page(
    t`These mails are stopped`,
    html`<p>${t`You still see the news in the app. You can switch the mails on again in your profile.`}</p>`,
  );

const unknownLink = () =>
  page(
    t`This link does not work`,
    html`<p>${t`It may be incomplete. You can switch mails off in your profile.`}</p>`,
  );

function page(title: string, content: ReturnType<typeof html>) {
  return html`<!doctype html>
<html lang="${currentLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Fairclick</title>
<style>
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 1.5rem;
  font: 1rem/1.6 system-ui, sans-serif; color: #1c1917; background: #fafaf9; text-align: center }
button { font: inherit; min-height: 44px; padding: .5rem 1.25rem }
@media (prefers-color-scheme: dark) { body { color: #f5f5f4; background: #1c1917 } }
</style>
</head>
<body><main><h1>${title}</h1>${content}</main></body>
</html>`;
}

export const mailResource = resourceRoutes(mails, {
  list: async (ctx, query) =>
    mapPage(await listOperatedMail(ctx, query), (mail) => ({ ...mail, state: query.state })),
  acts: { suppress: suppressMail, release: releaseMail },
});
