import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config";
import { spoolEndings, spoolFolder } from "../spool/spool-folder";
import { type Finding, fail, ok, warn } from "./finding";

/** Clicks that were answered and lie on this disk instead of in the queue. */
export async function examineSpool({ dataDir }: Pick<Config, "dataDir">): Promise<Finding> {
  const folder = spoolFolder(dataDir);
  try {
    const names = await listNames(folder);
    const damaged = names.filter((name) => name.endsWith(spoolEndings.damaged));
    const waiting = await measure(
      folder,
      names.filter((name) => !damaged.includes(name)),
    );
    if (waiting) {
      return warn(
        "spool",
        `${count(waiting.files)} of clicks (${waiting.bytes.toLocaleString("en-US")} bytes) in ${folder} since ${waiting.since.toISOString()}, not yet in the queue`,
        "An api that runs here hands them over as soon as the queue takes them; until then they are on no page.",
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

/** The folder is made when the first click goes there. */
async function listNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Without the files that an api hands over meanwhile. */
async function measure(folder: string, names: string[]) {
  const found = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      }),
    ),
  );
  const files = found.filter((one) => one !== null);
  if (files.length === 0) return null;
  const times = files.map(({ birthtimeMs, mtimeMs }) => Math.min(birthtimeMs || mtimeMs, mtimeMs));
  return {
    files: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    since: new Date(Math.min(...times)),
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

function count(files: number): string {
  return files === 1 ? "1 file" : `${files} files`;
}
