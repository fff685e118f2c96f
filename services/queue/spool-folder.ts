import { readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Returns the folder or its nearest existing parent: the data folder is created on first use. */
export async function findExistingFolder(folder: string): Promise<string> {
  try {
    if (!(await stat(folder)).isDirectory()) throw new Error(`${folder} is not a folder`);
    return folder;
  } catch (error) {
    if (!isMissing(error) || dirname(folder) === folder) throw error;
    return findExistingFolder(dirname(folder));
  }
}

export type SpoolState = {
  folder: string;
  files: number;
  bytes: number;
  /** When the oldest of the files was begun; null if there are none. */
  since: Date | null;
  /** Names of damaged files, of which only the readable part was sent. */
  damaged: string[];
};

/** Measures the clicks that were redirected and are on this disk instead of in the queue. */
export async function measureSpool(dataDir: string): Promise<SpoolState> {
  const folder = spoolFolder(dataDir);
  const names = await listNames(folder);
  const damaged = names.filter((name) => name.endsWith(spoolEndings.damaged));
  const waiting = names.filter((name) => !damaged.includes(name));
  return { folder, damaged, ...(await measureFiles(folder, waiting)) };
}

/** Returns no names if the folder does not exist: the first spooled click creates it. */
async function listNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Skips files that an api has sent to the queue in the meantime. */
async function measureFiles(folder: string, names: string[]) {
  const found = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      }),
    ),
  );
  const files = found.filter((one) => one !== null);
  const times = files.map(({ birthtimeMs, mtimeMs }) => Math.min(birthtimeMs || mtimeMs, mtimeMs));
  return {
    files: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    since: files.length > 0 ? new Date(Math.min(...times)) : null,
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** The folder where api processes keep clicks while the queue is down. Several processes can share it. */
export function spoolFolder(dataDir: string): string {
  return join(dataDir, "spool");
}

/** How a file's name ends: being written, taken for a replay, replayed as far as it could be read. */
export const spoolEndings = { spooled: ".clicks", taken: ".taken", damaged: ".damaged" } as const;
