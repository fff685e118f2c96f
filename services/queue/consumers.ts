import { recordClicks } from "@fairclick/core/jobs";
import type { Job } from "bullmq";
import type { Logger } from "pino";
import { repeat, shareReading, withTimeout } from "../context";
import { STORE_TIMEOUT_MS } from "../redis";
import {
  clicksBackoffMs,
  type DeliveredJob,
  isRetriedFirst,
  type JobQueue,
  type JobRunner,
} from "./jobs";
import type { Consumer, QueueStore } from "./queue-store";

/** A job fails for good after this many workers died while running it. */
const MAX_STALLED = 20;
const RETRY_AFTER_FAULT_MS = 1_000;
/** Operators see the last full minute. */
const COUNTED_MINUTES = 2;
/** Max duration of a run unless its job has its own. A longer run counts as failed, and may overlap the retry. */
const RUN_MS = 10 * 60_000;
/** How long a consumer can be silent: its wait shows every 10 s that it works, and the store fails within 12 s. */
const SILENCE_MS = 30_000;
const WATCH_MS = 5_000;
/** How long clicks gather in the queue, so that a transaction records several. */
const BEAT_MS = 400;

type Settings = {
  log: Logger;
  /** Time without a sign of life after which other workers run a worker's jobs. */
  lockMs: number;
  silenceMs?: number;
};
type Consumers = Pick<JobQueue, "work" | "findConsumerProblem">;

/**
 * Opens a consumer per job and watches that each works: it has proved so by a job that ended or by a
 * wait for one that the store answered. One that has not, within its limit, is dropped and opened
 * again: BullMQ never recovers from some faults, such as a first connection that failed. The watch
 * does not use the queue.
 */
export function openConsumers(store: QueueStore, settings: Settings): Consumers {
  const watched = new Set<Watched>();
  let clockProblem: string | null = null;
  const askStore = shareReading(async (): Promise<StoreState> => {
    try {
      clockProblem = await findClockProblem(store);
      return clockProblem === null ? "usable" : "apart";
    } catch {
      return "away";
    }
  }, WATCH_MS / 2);
  return {
    work: (runner) => {
      const parts = store
        .parts(runner.contract.name)
        .map((name) => watchConsumer({ store, name, runner, settings }, askStore));
      for (const part of parts) watched.add(part);
      return {
        stop: async (timeoutMs) => {
          for (const part of parts) watched.delete(part);
          await Promise.all(parts.map((part) => part.stop(timeoutMs)));
        },
      };
    },
    findConsumerProblem: () => {
      if (watched.size > 0 && clockProblem) return clockProblem;
      const silent = [...watched].flatMap(({ name, isAlive }) => (isAlive() ? [] : [name]));
      return silent.length === 0 ? null : `no sign of life from its jobs ${silent.join(", ")}`;
    },
  };
}

/** A process takes and schedules no jobs while its clock is further off: BullMQ goes by it. */
export const MAX_APART_MS = 30_000;

/**
 * Says how this machine's clock is off by more than `MAX_APART_MS` from the store's; null if it is not.
 * Rejects while the store is down.
 */
export async function findClockProblem(
  store: Pick<QueueStore, "readTime">,
): Promise<string | null> {
  const before = Date.now();
  const there = await withTimeout(store.readTime(), STORE_TIMEOUT_MS, "The queue");
  const after = Date.now();
  const aheadMs = (before + after) / 2 - there;
  // The round trip explains the rest.
  if (Math.abs(aheadMs) - (after - before) / 2 <= MAX_APART_MS) return null;
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  return `its clock is ${seconds} s ${aheadMs > 0 ? "ahead of" : "behind"} the queue's: it takes no jobs`;
}

/** `apart`: its clock and this machine's differ too much. */
type StoreState = "usable" | "apart" | "away";

type Watched = {
  name: string;
  isAlive: () => boolean;
  stop: (timeoutMs: number) => Promise<void>;
};

/** An open consumer and its signs of life, in milliseconds of `performance.now()`. */
type Life = {
  consumer: Consumer;
  openedAt: number;
  /** Null before the first proof that it works. */
  provedAt: number | null;
  /** It could not connect, and will not try again. */
  isLost: boolean;
  isStopping: boolean;
  /** When each job that it runs must have ended. */
  deadlines: Set<number>;
};

/** A consumer of the queue `name`, which holds jobs of the runner's contract. */
type Opening = { store: QueueStore; name: string; runner: JobRunner; settings: Settings };

function watchConsumer(opening: Opening, askStore: () => Promise<StoreState>): Watched {
  const { name, settings } = opening;
  const { log, silenceMs = SILENCE_MS } = settings;
  let life: Life | null = null;
  /** Since when the store can be used without a break; null while it cannot. */
  let usableSince: number | null = null;
  const isAlive = () => life !== null && isLiving(life, silenceMs);
  const watch = async () => {
    const state = await askStore();
    const now = performance.now();
    usableSince = state === "usable" ? (usableSince ?? now) : null;
    if (state === "apart" && life) {
      void life.consumer.close().catch(() => {});
      life = null;
    }
    if (usableSince === null) return WATCH_MS;
    if (life && !life.isLost) {
      const isYoung = now - Math.max(life.openedAt, usableSince) <= silenceMs;
      if (isYoung || isLiving(life, silenceMs)) return WATCH_MS;
    }
    if (life) {
      log.warn({ job: name }, "a consumer gave no sign of life and is opened again");
      drop(life);
    }
    life = open(opening);
    return WATCH_MS;
  };
  const watching = repeat(watch);
  return {
    name,
    isAlive,
    stop: async (timeoutMs) => {
      await watching.stop();
      if (!life) return;
      life.isStopping = true;
      try {
        await withTimeout(life.consumer.close(), timeoutMs, `The job ${name}`);
      } catch (error) {
        log.warn({ err: error, job: name }, "a running job was left to another worker");
        drop(life);
      }
    },
  };
}

function isLiving({ provedAt, deadlines }: Life, silenceMs: number): boolean {
  if (provedAt === null) return false;
  return performance.now() <= Math.max(provedAt, ...deadlines) + silenceMs;
}

/** Its running jobs go on, and another consumer runs them again. */
function drop({ consumer }: Life): void {
  void consumer.close(true).catch(() => {});
}

/**
 * Starts a BullMQ worker. When a worker dies, another one runs its job once the lock has expired.
 * Jobs of clicks run on a beat: one waits until `BEAT_MS` after the last began, and all others that
 * wait by then run with it.
 */
function open({ store, name, runner, settings: { log, lockMs } }: Opening): Life {
  const { contract, concurrency, timeoutMs = RUN_MS } = runner;
  const isTogether = contract.name === recordClicks.name;
  let beatAt = -Infinity;
  const runOthers = async (until: number) => {
    let mayBeMore = isTogether;
    while (mayBeMore && !life.isStopping && performance.now() < until) {
      ({ mayBeMore } = await store.runWaiting({ name, lockMs }, (other) =>
        runner.run(other.data, toDelivered(other)),
      ));
    }
  };
  const run = async (job: Job) => {
    if (isTogether) {
      await Bun.sleep(Math.max(0, beatAt - performance.now()));
      beatAt = performance.now() + BEAT_MS;
    }
    const deadline = performance.now() + timeoutMs;
    life.deadlines.add(deadline);
    try {
      const others = runOthers(deadline - timeoutMs / 2).catch((error: unknown) => {
        log.warn({ err: error, job: name }, "waiting jobs could not be run together");
      });
      const work = runner.run(job.data, toDelivered(job));
      await withTimeout(work, timeoutMs, `The job ${name}`);
      await others;
    } catch (error) {
      if (isTogether && isRetriedFirst(job.attemptsMade + 1, error)) {
        await Bun.sleep(contract.backoffMs);
        job.opts.lifo = true;
      }
      throw error;
    } finally {
      life.deadlines.delete(deadline);
      prove();
    }
  };
  const consumer = store.openConsumer(name, run, {
    concurrency: isTogether ? 1 : concurrency,
    lockDuration: lockMs,
    stalledInterval: Math.ceil(lockMs / 3),
    maxStalledCount: MAX_STALLED,
    runRetryDelay: RETRY_AFTER_FAULT_MS,
    settings: {
      backoffStrategy: (attempt, _type, error) => clicksBackoffMs(attempt, error),
    },
    ...(isTogether ? { removeOnComplete: store.keepRecorded } : {}),
    metrics: { maxDataPoints: COUNTED_MINUTES },
  });
  const life: Life = {
    ...{ consumer, openedAt: performance.now(), provedAt: null },
    ...{ isLost: false, isStopping: false, deadlines: new Set() },
  };
  const prove = () => {
    life.provedAt = performance.now();
  };
  consumer.onFetched = prove;
  consumer.waitUntilReady().catch(() => {
    life.isLost = true;
  });
  consumer.on("error", (error) => log.warn({ err: error, job: name }, "worker"));
  consumer.on("failed", (job, error) => {
    log.error({ err: error, job: name, jobId: job?.id, attempt: job?.attemptsMade }, "job failed");
  });
  return life;
}

function toDelivered({
  id = "",
  timestamp,
  attemptsMade,
}: Pick<Job, "id" | "timestamp" | "attemptsMade">): DeliveredJob {
  return { id, sentAt: new Date(timestamp), attempt: attemptsMade + 1 };
}
