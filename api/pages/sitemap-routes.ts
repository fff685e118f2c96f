import { publicPages } from "@fairclick/core/operations/public-pages";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app-env";
import { escapeMarkup } from "./escape-markup";

/** Pages that the API serves beside the app's. */
const ownPages = ["/docs", "/docs/webhooks"];

/** Lists the pages that search engines should know. */
export const sitemap = createMiddleware<AppEnv>(async (c) => {
  const listed = publicPages.filter(({ listed }) => listed).map(({ path }) => path);
  c.header("cache-control", "public, max-age=3600");
  return c.body(renderSitemap(c.var.deps.config.appUrl, [...listed, ...ownPages]), 200, {
    "content-type": "application/xml; charset=utf-8",
  });
});

function renderSitemap(appUrl: string, paths: string[]): string {
  const entries = paths.map((path) => `<url><loc>${escapeMarkup(appUrl + path)}</loc></url>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("")}</urlset>
`;
}
