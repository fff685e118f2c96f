import { constants } from "node:fs";
import { access, statfs } from "node:fs/promises";
import type { Config } from "../../config";
import { findExistingFolder } from "../../spool/find-existing-folder";
import { type Finding, fail, ok, warn } from "./finding";

const MEGABYTE = 1_000_000;
const WARN_BYTES = 1_000 * MEGABYTE;
const FAIL_BYTES = 50 * MEGABYTE;

/** The spool keeps clicks there while the queue's store is away. */
export async function examineDisk({ dataDir }: Pick<Config, "dataDir">): Promise<Finding> {
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
