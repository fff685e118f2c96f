import { mkdir, readdir, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { Click } from "@fairclick/core/clicks/click";
import { spoolEndings } from "@fairclick/services/spool/spool-folder";
import type { Logger } from "pino";
import { createGroupCommit } from "./group-commit";
import { createSpoolFile, readSpoolFile, type SpoolFile } from "./spool-file";

export type Spool = {
  /** Resolves when the clicks are on the disk. */
  append: (clicks: Click[]) => Promise<void>;
  /**
   * Hands over everything that lies in the folder, also what processes left that are no more, and
   * removes each file once all of it was taken. Gives the number of clicks. Rejects as soon as
   * `send` does; what was handed over already is handed over again next time.
   */
  replay: (send: (clicks: Click[]) => Promise<void>) => Promise<number>;
  close: () => Promise<void>;
};

const { spooled: SPOOLED, taken: TAKEN, damaged: DAMAGED } = spoolEndings;
const MAX_TRIES = 5;
const REPLAYED_AT_ONCE = 500;

/**
 * Clicks on the local disk while the queue cannot take them. Several processes may share the
 * folder: a file is taken away from its writer by renaming it, and a writer looks after every write
 * whether its file is still where it was.
 */
export function createSpool(folder: string, log: Logger): Spool {
  let current: SpoolFile | null = null;
  let lastTurn: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = lastTurn.then(work, work);
    lastTurn = turn;
    return turn;
  };
  const leaveFile = async () => {
    const left = current;
    current = null;
    await left?.close();
  };
  const write = async (clicks: Click[]) => {
    for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
      try {
        current ??= await startFile(folder);
        if (await current.append(clicks)) return;
      } catch (error) {
        if (attempt === MAX_TRIES) throw error;
        log.warn({ err: error }, "the spool tries another file");
      }
      await leaveFile().catch(() => {});
    }
    throw new Error("The spool's files are taken away faster than they can be written");
  };
  const appends = createGroupCommit<Click[]>((groups) => inTurn(() => write(groups.flat())));

  return {
    append: appends.add,
    replay: async (send) => {
      const replayAll = async (paths: string[]) => {
        let count = 0;
        for (const path of paths) count += await replayFile(path, { send, log });
        return count;
      };
      // What cannot be handed over fails here, before one more file is taken from its writer.
      const earlier = await replayAll(await listFiles(folder, TAKEN));
      await inTurn(leaveFile);
      return earlier + (await replayAll(await takeFiles(folder)));
    },
    close: async () => {
      await appends.drain();
      await inTurn(leaveFile);
    },
  };
}

async function startFile(folder: string): Promise<SpoolFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return createSpoolFile(join(folder, `${Date.now()}-${crypto.randomUUID()}${SPOOLED}`));
}

async function listFiles(folder: string, ending: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => join(folder, name));
}

async function takeFiles(folder: string): Promise<string[]> {
  const taken: string[] = [];
  for (const path of await listFiles(folder, SPOOLED)) {
    try {
      await rename(path, `${path}${TAKEN}`);
      taken.push(`${path}${TAKEN}`);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
  return taken;
}

type Replay = { send: (clicks: Click[]) => Promise<void>; log: Logger };

async function replayFile(path: string, { send, log }: Replay): Promise<number> {
  let count = 0;
  let damaged = false;
  let batch: Click[] = [];
  const sendBatch = async () => {
    for (let start = 0; start < batch.length; start += REPLAYED_AT_ONCE) {
      await send(batch.slice(start, start + REPLAYED_AT_ONCE));
    }
    count += batch.length;
    batch = [];
  };
  try {
    for await (const item of readSpoolFile(path)) {
      if (Array.isArray(item)) batch.push(...item);
      else {
        log.warn({ path, ...item }, "the spool holds bytes that are no clicks");
        damaged ||= !item.torn;
      }
      if (batch.length >= REPLAYED_AT_ONCE) await sendBatch();
    }
    await sendBatch();
    await (damaged ? rename(path, `${path}${DAMAGED}`) : unlink(path));
  } catch (error) {
    if (!isGone(error)) throw error;
  }
  return count;
}

/** Another process that shares the folder has replayed the file as well. */
function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
