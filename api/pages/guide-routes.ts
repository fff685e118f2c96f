import { join } from "node:path";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app-env";
import { escapeMarkup } from "./escape-markup";

const folder = join(import.meta.dirname, "..", "reference");
const guide = Bun.file(join(folder, "webhooks.md"));
const stylesheet = Bun.file(join(folder, "reference.css"));

/** Serves the guide to webhooks and API keys at `/docs/webhooks`; rendered at the first request. */
export function serveGuide(app: OpenAPIHono<AppEnv>): void {
  let page: string | null = null;
  app.get(
    "/docs/webhooks",
    createMiddleware<AppEnv>(async (c) => {
      page ??= renderGuide(await guide.text(), c.var.deps.config.appUrl);
      return c.body(page, 200, {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-cache",
      });
    }),
  );
  app.get(
    "/docs.css",
    createMiddleware<AppEnv>(async (c) =>
      c.body(await stylesheet.text(), 200, {
        "content-type": "text/css; charset=utf-8",
        "cache-control": "no-cache",
      }),
    ),
  );
}

/** Returns the guide as a page. Its examples call this server. */
function renderGuide(markdown: string, appUrl: string): string {
  const text = markdown.replaceAll("https://fairclick.example", () => escapeMarkup(appUrl));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Webhooks · Fairclick</title>
<meta name="description" content="How to receive events of Fairclick, verify them, and call its API with a key.">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs.css">
</head>
<body>
<header><p><a href="/">Fairclick</a> · <a href="/docs">API reference</a></p></header>
<main>
${Bun.markdown.html(text).replace(/<(pre|table)>/g, '<$1 tabindex="0">')}</main>
</body>
</html>
`;
}
