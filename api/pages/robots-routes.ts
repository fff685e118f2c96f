import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app-env";

/** Keeps honest crawlers out of the trap. */
const ROBOTS = "User-agent: *\nDisallow: /api/clicks/trap/\n";

export const robots = createMiddleware<AppEnv>(async (c) => {
  c.header("cache-control", "public, max-age=3600");
  return c.text(ROBOTS);
});
