import { constants } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../config";
import { findExistingFolder } from "../../spool/find-existing-folder";
import { measureSpool } from "../../spool/measure-spool";
import { type CheckResult, fail, ok, warn } from "./check-result";

const MEGABYTE = 1_000_000;
const WARN_BYTES = 1_000 * MEGABYTE;
const FAIL_BYTES = 50 * MEGABYTE;

/** Checks the free space of the data folder, where clicks are spooled while the queue is down. */
export async function examineDisk({ dataDir }: Pick<Config, "dataDir">): Promise<CheckResult> {
  try {
    const folder = await findExistingFolder(dataDir);
    await access(folder, constants.W_OK);
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const detail = `${Math.floor(free / MEGABYTE).toLocaleString("en-US")} MB free in ${dataDir}`;
    const advice = "Make room, or point DATA_DIR to a larger disk.";
    if (free < FAIL_BYTES) return fail("disk", detail, advice);
    return free < WARN_BYTES ? warn("disk", detail, advice) : ok("disk", detail);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail("disk", reason, "DATA_DIR must be a folder that this user may write to.");
  }
}

/** Checks for clicks on this disk that are not in the queue yet. */
export async function examineSpool({ dataDir }: Pick<Config, "dataDir">): Promise<CheckResult> {
  try {
    const { folder, files, bytes, since, damaged } = await measureSpool(dataDir);
    if (since) {
      return warn(
        "spool",
        `${count(files)} of clicks (${bytes.toLocaleString("en-US")} bytes) in ${folder} since ${since.toISOString()}, not yet in the queue`,
        "An api that runs here sends them as soon as the queue accepts them; until then no page shows them.",
      );
    }
    return damaged.length > 0
      ? warn(
          "spool",
          `${count(damaged.length)} in ${folder} could not be read whole: ${damaged.join(", ")}`,
          "The clicks that could be read are in the queue. Look at the disk, then remove the file.",
        )
      : ok("spool", `no clicks wait in ${folder}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail("spool", reason, "Run this as the user that api runs as.");
  }
}

function count(files: number): string {
  return files === 1 ? "1 file" : `${files} files`;
}

export async function examineWebBuild({ webDist }: Pick<Config, "webDist">): Promise<CheckResult> {
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
