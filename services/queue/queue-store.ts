import type { KeepJobs, Processor, Queue, WorkerOptions } from "bullmq";
import type { StoreHealth } from "./store-health";

export type ProducerQueue = Pick<
  Queue<unknown, void, string>,
  | "add"
  | "upsertJobScheduler"
  | "waitUntilReady"
  | "close"
  | "getJob"
  | "getJobs"
  | "retryJobs"
  | "remove"
  | "drain"
  | "clean"
  | "getCompletedCount"
>;

type ConsumerOptions = Omit<WorkerOptions, "connection" | "prefix">;

type FailedJob = { id?: string | undefined; attemptsMade: number };
type Consumer = {
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "failed", listener: (job: FailedJob | undefined, error: Error) => void): unknown;
  close(force?: boolean): Promise<void>;
};

/** The differences between BullMQ on Postgres and BullMQ on Redis. */
export type QueueStore = {
  /** Rejects while the store is down, so that no producer is opened in vain. */
  assertReachable: () => Promise<void>;
  openProducer: (name: string) => ProducerQueue;
  openConsumer: (
    name: string,
    process: Processor<unknown, void, string>,
    options: ConsumerOptions,
  ) => Consumer;
  /**
   * Ids of unfinished jobs, including failed ones; of the waiting jobs, the `limit` that run next.
   * Read in one snapshot, so that a job that changes state is not missed.
   */
  listUnfinishedIds: (name: string, limit: number) => Promise<string[]>;
  /** Sorted as `names`; `nowMs` determines the last full minute. */
  readFigures: (names: string[], nowMs: number) => Promise<QueueFigures[]>;
  /**
   * Which completed click jobs are kept, so that they can be recorded again after a restore of the
   * database.
   */
  keepRecorded: KeepJobs;
  /** Rejects while the store is down. */
  readHealth: () => Promise<StoreHealth>;
  close: () => Promise<void>;
};

/** How long a producer or a health check waits for the store. */
export const STORE_TIMEOUT_MS = 2_000;

/** BullMQ keeps few of its own events: nothing here reads them. */
export const KEPT_EVENTS = { events: { maxLen: 100 } };

export type Producers = {
  get: (name: string) => Promise<ProducerQueue>;
  close: () => Promise<void>;
};

/**
 * Opens one producer per queue on first use. BullMQ never recovers from a failed first connection,
 * so such a producer is dropped and the next caller opens another.
 */
export function openProducers(store: QueueStore): Producers {
  const opened = new Map<string, Promise<ProducerQueue>>();
  return {
    get: (name) => {
      const known = opened.get(name);
      if (known) return known;
      const opening = openProducer(store, name);
      opened.set(name, opening);
      opening.catch(() => opened.delete(name));
      return opening;
    },
    close: async () => {
      const settled = await Promise.allSettled(opened.values());
      const open = settled.filter((producer) => producer.status === "fulfilled");
      await Promise.allSettled(open.map((producer) => producer.value.close()));
    },
  };
}

async function openProducer(store: QueueStore, name: string): Promise<ProducerQueue> {
  await store.assertReachable();
  const queue = store.openProducer(name);
  try {
    await queue.waitUntilReady();
    return queue;
  } catch (error) {
    await queue.close().catch(() => {});
    throw error;
  }
}

export type QueueFigures = {
  name: string;
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
  /** Jobs completed in the last full minute. */
  donePerMinute: number;
  failedPerMinute: number;
  /** When the oldest waiting or running job was due, in milliseconds since 1970; null without one. */
  oldestAt: number | null;
  /** When the oldest failed job failed, in milliseconds since 1970; null without one. */
  oldestFailedAt: number | null;
};

/**
 * BullMQ's counts of finished jobs: all, those before the minute of `prevTs`, and those of the last
 * closed minute.
 */
export type FinishedCounts = {
  count: number;
  prevTs: number;
  prevCount: number;
  lastPoint: number;
};

/**
 * Returns the jobs of the last full minute. BullMQ closes a minute with the first job of a later
 * one; until then, its jobs are those since the previous minute.
 */
export function lastMinute(counts: FinishedCounts | null, nowMs: number): number {
  if (!counts) return 0;
  const minutesAgo = Math.floor(nowMs / 60_000) - Math.floor(counts.prevTs / 60_000);
  if (minutesAgo === 0) return counts.lastPoint;
  return minutesAgo === 1 ? counts.count - counts.prevCount : 0;
}
