import { join } from "node:path";
import { languages } from "@fairclick/core/language/t";
import { pageAddress, publicPages, renderedPaths } from "@fairclick/core/operations/pages";
import { listOpenCampaigns } from "@fairclick/services/campaigns/read-campaigns";
import { shareReading } from "@fairclick/services/context";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { createMiddleware } from "hono/factory";
import type { ApiDeps, AppEnv } from "../app-env";
import { escapeMarkup } from "../escape-markup";

/** Nothing is loaded from other hosts, and no request is sent from the page. */
const configuration = {
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: "never",
  hideClientButton: true,
  hideTestRequestButton: true,
  documentDownloadType: "direct",
  agent: { disabled: true },
  mcp: { disabled: true },
};

/** Scalar and its styles are in the built web app. They read the data of the first `script` element. */
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Fairclick</title>
<meta name="description" content="Every route of Fairclick's API, with its parameters, answers and errors.">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/scalar.css">
</head>
<body>
<noscript>
<p>This page needs JavaScript. <a href="/api/openapi.json">/api/openapi.json</a> has the same as an OpenAPI 3.1 document.</p>
</noscript>
<script id="api-reference" type="application/json" data-url="/api/openapi.json" data-configuration="${escapeMarkup(JSON.stringify(configuration))}"></script>
<script src="/docs/scalar.js"></script>
</body>
</html>
`;

export function serveReference(app: OpenAPIHono<AppEnv>): void {
  app.get(
    "/docs",
    createMiddleware<AppEnv>(async (c) =>
      c.body(page, 200, {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-cache",
      }),
    ),
  );
}

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

/** Keeps honest crawlers out of the trap, and of pages that need an account. */
export const robots = createMiddleware<AppEnv>(async (c) => {
  c.header("cache-control", "public, max-age=3600");
  const { appUrl } = c.var.deps.config;
  return c.text(
    `User-agent: *\nDisallow: /api/clicks/trap/\nDisallow: /app/\n\nSitemap: ${appUrl}/sitemap.xml\n`,
  );
});

/** Pages that the API serves itself. */
const ownPages = ["/docs", "/docs/webhooks"];

const MAX_AGE_SECONDS = 3_600;

/** Lists the pages that search engines should know: those of the app, and open campaigns. */
export function createSitemap(deps: Pick<ApiDeps, "config" | "db" | "now">) {
  const { appUrl } = deps.config;
  const listed = publicPages.filter(({ listed }) => listed).flatMap(({ path }) => addresses(path));
  const readCampaigns = shareReading(() => listOpenCampaigns(deps), MAX_AGE_SECONDS * 1_000);
  return createMiddleware<AppEnv>(async (c) => {
    const campaigns = (await readCampaigns()).flatMap((id) => inEachLanguage(`/campaigns/${id}`));
    c.header("cache-control", `public, max-age=${MAX_AGE_SECONDS}`);
    return c.body(renderSitemap(appUrl, [...listed, ...ownPages, ...campaigns]), 200, {
      "content-type": "application/xml; charset=utf-8",
    });
  });
}

const inEachLanguage = (path: string) => languages.map((language) => pageAddress(path, language));

const addresses = (path: string) => (renderedPaths.includes(path) ? inEachLanguage(path) : [path]);

function renderSitemap(appUrl: string, paths: string[]): string {
  const entries = paths.map((path) => `<url><loc>${escapeMarkup(appUrl + path)}</loc></url>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("")}</urlset>
`;
}
