import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app-env";

/** An honest crawler never follows the trap. */
const ROBOTS = "User-agent: *\nDisallow: /api/clicks/trap/\n";

export const robots = createMiddleware<AppEnv>(async (c) => {
  c.header("cache-control", "public, max-age=3600");
  return c.text(ROBOTS);
});
