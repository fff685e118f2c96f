import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app-env";

/** Keeps honest crawlers out of the trap, and of pages that need an account. */
export const robots = createMiddleware<AppEnv>(async (c) => {
  c.header("cache-control", "public, max-age=3600");
  const { appUrl } = c.var.deps.config;
  return c.text(
    `User-agent: *\nDisallow: /api/clicks/trap/\nDisallow: /app/\n\nSitemap: ${appUrl}/sitemap.xml\n`,
  );
});
