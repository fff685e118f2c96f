import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../config";
import { type Finding, fail, ok } from "./finding";

export async function examineWebBuild({ webDist }: Pick<Config, "webDist">): Promise<Finding> {
  try {
    const { mtime } = await stat(join(webDist, "index.html"));
    return ok("web", `built ${mtime.toISOString()}`);
  } catch {
    return fail(
      "web",
      `there is no index.html in ${webDist}`,
      "Build it with `bun run build:web`, or set WEB_DIST to where it is.",
    );
  }
}
