import type { Click } from "@fairclick/core/clicks/click";
import { inChunks } from "@fairclick/core/compact";
import { repeat, withTimeout } from "@fairclick/services/context";
import type { JobQueue } from "@fairclick/services/queue/jobs";
import type { Logger } from "pino";
import { createGroupCommit } from "./group-commit";
import type { Spool } from "./spool";

export type Journal = {
  /** Resolves when the click is durable, in the queue or in the spool. Rejects if both fail. */
  write: (click: Click) => Promise<void>;
  /** Resolves when all written clicks are durable. Do not write afterwards. */
  close: () => Promise<void>;
};

type Options = {
  queue: Pick<JobQueue, "sendClicks">;
  spool: Spool;
  log: Logger;
  /** How long to wait for the queue before spooling to disk (ms). */
  timeoutMs?: number;
  /** Max clicks buffered in memory; beyond this they go to the spool. */
  maxWaiting?: number;
};

const CLICKS_PER_JOB = 500;
/** How long a visitor may wait for the clicks of others, which then share a job (ms). */
const GATHER_MS = 20;
/** How long to skip the queue after a failure (ms). */
const AVOID_QUEUE_MS = 1_000;
const REPLAY_INTERVAL_MS = 1_000;

export function createJournal(options: Options): Journal {
  const { queue, spool, log, timeoutMs = 400, maxWaiting = 5_000 } = options;
  let avoidQueueUntil = 0;

  const store = async (clicks: Click[]) => {
    if (performance.now() >= avoidQueueUntil) {
      try {
        return await withTimeout(queue.sendClicks(clicks), timeoutMs, "The queue");
      } catch (error) {
        avoidQueueUntil = performance.now() + AVOID_QUEUE_MS;
        log.warn({ err: error, clicks: clicks.length }, "clicks go to the spool");
      }
    }
    await spool.append(clicks);
  };
  const group = createGroupCommit<Click>(async (clicks) => {
    await Promise.all(inChunks(clicks, CLICKS_PER_JOB).map(store));
  }, GATHER_MS);

  const replay = async () => {
    try {
      const count = await spool.replay((clicks) => queue.sendClicks(clicks, { first: true }));
      if (count > 0) log.info({ clicks: count }, "the spool was replayed");
    } catch (error) {
      log.warn({ err: error }, "the spool waits for the queue");
    }
    return REPLAY_INTERVAL_MS;
  };
  const replaying = repeat(replay);

  return {
    write: (click) => (group.waiting() < maxWaiting ? group.add(click) : spool.append([click])),
    close: async () => {
      await group.drain();
      await replaying.stop();
      await spool.close();
    },
  };
}
