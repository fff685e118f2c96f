import { mkdir, open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { emptyState, type State } from "./state";

const version = 1;

/** Writes the state as one file, whole or not at all. */
export type Snapshot = {
  /** Resolves when everything that was true at the call is on disk. */
  save: () => Promise<void>;
};

export const noSnapshot: Snapshot = { save: async () => {} };

/** One write after the other; saves that come while one is being written share the next one. */
export function createSnapshot(folder: string, read: () => State): Snapshot {
  const file = fileIn(folder);
  let last: Promise<unknown> = mkdir(folder, { recursive: true });
  let next: Promise<void> | null = null;

  async function write(): Promise<void> {
    next = null;
    const handle = await open(`${file}.new`, "w", 0o600);
    try {
      await handle.writeFile(JSON.stringify({ version, state: read() }));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(`${file}.new`, file);
  }

  return {
    save: () => {
      if (next) return next;
      const saved = last.then(write, write);
      next = saved;
      last = saved;
      return saved;
    },
  };
}

/** The state of the last run; an empty one when there was none. */
export async function loadState(folder: string): Promise<State> {
  try {
    const saved = JSON.parse(await readFile(fileIn(folder), "utf8"));
    if (saved.version !== version) {
      throw new Error(
        `${fileIn(folder)} is of version ${saved.version}, not ${version}: delete it`,
      );
    }
    return { ...emptyState(), ...saved.state };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return emptyState();
    throw error;
  }
}

function fileIn(folder: string): string {
  return join(folder, "stripe.json");
}
