import { mkdir, open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { emptyState, type State } from "./state";

const version = 1;

/** Writes the state to one file, atomically. */
export type Snapshot = {
  /**
   * Resolves when the state at the time of the call is on disk. Rejects if it cannot be written.
   */
  save: () => Promise<void>;
};

export const noSnapshot: Snapshot = { save: async () => {} };

/** Writes one snapshot at a time. Saves requested during a write share the next one. */
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

/**
 * Returns the state of the last run, or an empty state if there is none. Throws if the file has
 * another version.
 */
export async function loadState(folder: string): Promise<State> {
  try {
    const saved = JSON.parse(await readFile(fileIn(folder), "utf8"));
    if (saved.version !== version) {
      throw new Error(
        `${fileIn(folder)} is of version ${saved.version}, not ${version}: delete it`,
      );
    }
    const empty = emptyState();
    return {
      ...empty,
      ...saved.state,
      objects: { ...empty.objects, ...saved.state.objects },
    };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return emptyState();
    throw error;
  }
}

function fileIn(folder: string): string {
  return join(folder, "stripe.json");
}
