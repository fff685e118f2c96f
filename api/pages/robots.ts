import { publicPages } from "@fairclick/core/operations/pages";
import { listOpenCampaigns } from "@fairclick/services/campaigns/read-campaigns";
import { shareReading } from "@fairclick/services/context";
import { createMiddleware } from "hono/factory";
import type { ApiDeps, AppEnv } from "../app-env";
import { escapeMarkup } from "./escape-markup";

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
  const listed = publicPages.filter(({ listed }) => listed).map(({ path }) => path);
  const readCampaigns = shareReading(() => listOpenCampaigns(deps), MAX_AGE_SECONDS * 1_000);
  return createMiddleware<AppEnv>(async (c) => {
    const campaigns = (await readCampaigns()).map((id) => `/campaigns/${id}`);
    c.header("cache-control", `public, max-age=${MAX_AGE_SECONDS}`);
    return c.body(renderSitemap(appUrl, [...listed, ...ownPages, ...campaigns]), 200, {
      "content-type": "application/xml; charset=utf-8",
    });
  });
}

function renderSitemap(appUrl: string, paths: string[]): string {
  const entries = paths.map((path) => `<url><loc>${escapeMarkup(appUrl + path)}</loc></url>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("")}</urlset>
`;
}
