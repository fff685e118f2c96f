import { constants } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { Config } from "../config";
import { type Finding, fail, ok, warn } from "./finding";

const MEGABYTE = 1_000_000;
const WARN_BYTES = 1_000 * MEGABYTE;
const FAIL_BYTES = 50 * MEGABYTE;

/** The spool keeps clicks there while the queue's store is away. */
export async function examineDisk({ dataDir }: Pick<Config, "dataDir">): Promise<Finding> {
  try {
    const folder = await findExisting(dataDir);
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

/** The data folder is made when it is needed, so its nearest parent counts until then. */
async function findExisting(folder: string): Promise<string> {
  try {
    if (!(await stat(folder)).isDirectory()) throw new Error(`${folder} is not a folder`);
    return folder;
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (!isMissing || dirname(folder) === folder) throw error;
    return findExisting(dirname(folder));
  }
}
