import { mkdir, readdir, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { Click } from "@fairclick/core/clicks/click";
import { inChunks } from "@fairclick/core/compact";
import { spoolEndings } from "@fairclick/services/queue/spool-folder";
import type { Logger } from "pino";
import { createGroupCommit } from "./group-commit";
import { createSpoolFile, readSpoolFile, type SpoolFile } from "./spool-file";

export type Spool = {
  /** Resolves when the clicks are on disk. */
  append: (clicks: Click[]) => Promise<void>;
  /**
   * Sends all clicks in the folder, including those of ended processes, and deletes each file after all
   * of it is sent. Returns the number of clicks. Rejects as soon as `send` does; the next call sends
   * the remaining files again from their start.
   */
  replay: (send: (clicks: Click[]) => Promise<void>) => Promise<number>;
  close: () => Promise<void>;
};

const { spooled: SPOOLED, taken: TAKEN, damaged: DAMAGED } = spoolEndings;
const MAX_TRIES = 5;
/** How long a disk that failed is left alone. */
const RETRY_AFTER_MS = 1_000;
const CLICKS_PER_BATCH = 500;

/**
 * Stores clicks on local disk while the queue is unavailable. Several processes can share the folder:
 * replay takes a file from its writer by renaming it, and a writer checks after every write that its
 * file still has its name.
 */
export function createSpool(folder: string, log: Logger): Spool {
  let current: CurrentFile | null = null;
  let refuseUntil = 0;
  let lastTurn: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = lastTurn.then(work, work);
    lastTurn = turn;
    return turn;
  };
  const leaveFile = async () => {
    const left = current;
    current = null;
    await left?.file.close();
  };
  /** Each failed write would leave an empty file: a full disk would soon hold half a million. */
  const removeFailed = async () => {
    const failed = current;
    await leaveFile().catch(() => {});
    if (failed && !failed.holdsClicks) await unlink(failed.path).catch(() => {});
  };
  const write = async (clicks: Click[]) => {
    if (performance.now() < refuseUntil) throw new Error("The spool's disk failed a moment ago");
    for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
      try {
        current ??= await startFile(folder);
        if (await current.file.append(clicks)) {
          current.holdsClicks = true;
          return;
        }
        await leaveFile().catch(() => {});
      } catch (error) {
        await removeFailed();
        if (attempt === MAX_TRIES) {
          refuseUntil = performance.now() + RETRY_AFTER_MS;
          throw error;
        }
        log.warn({ err: error }, "retrying with another spool file");
      }
    }
    throw new Error("The spool's files are taken faster than they can be written");
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
      // If sending fails, fail here, before taking another file from its writer.
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

type CurrentFile = { path: string; file: SpoolFile; holdsClicks: boolean };

async function startFile(folder: string): Promise<CurrentFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${Date.now()}-${crypto.randomUUID()}${SPOOLED}`);
  return { path, file: await createSpoolFile(path), holdsClicks: false };
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
    for (const part of inChunks(batch, CLICKS_PER_BATCH)) await send(part);
    count += batch.length;
    batch = [];
  };
  try {
    for await (const item of readSpoolFile(path)) {
      if (Array.isArray(item)) batch.push(...item);
      else {
        log.warn({ path, ...item }, "the spool holds unreadable bytes");
        damaged ||= !item.torn;
      }
      if (batch.length >= CLICKS_PER_BATCH) await sendBatch();
    }
    await sendBatch();
    await (damaged ? rename(path, `${path}${DAMAGED}`) : unlink(path));
  } catch (error) {
    if (!isGone(error)) throw error;
  }
  return count;
}

/** True if another process that shares the folder has already replayed the file. */
function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
