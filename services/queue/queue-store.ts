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

/** What differs between BullMQ on Postgres and BullMQ on Redis. */
export type QueueStore = {
  /** Rejects while the store is away, so that no producer is made in vain. */
  assertReachable: () => Promise<void>;
  openProducer: (name: string) => ProducerQueue;
  openConsumer: (
    name: string,
    process: Processor<unknown, void, string>,
    options: ConsumerOptions,
  ) => Consumer;
  /**
   * Ids of a queue's jobs that have not been done, failed ones included: of those that wait, the
   * `limit` that will run next. One moment's view: no job is missed because it moves meanwhile.
   */
  listUnfinishedIds: (name: string, limit: number) => Promise<string[]>;
  /** Sorted as `names`; `nowMs` says which minute was the last full one. */
  readFigures: (names: string[], nowMs: number) => Promise<QueueFigures[]>;
  /** What stays of jobs of clicks that are done, so that a restore of the database can have them again. */
  keepRecorded: KeepJobs;
  /** Rejects while the store is away. */
  readHealth: () => Promise<StoreHealth>;
  close: () => Promise<void>;
};

/** How long a producer, or a health check, waits for the store. */
export const STORE_TIMEOUT_MS = 2_000;

/** Few of BullMQ's own events are kept: nothing here reads them. */
export const KEPT_EVENTS = { events: { maxLen: 100 } };

export type Producers = {
  get: (name: string) => Promise<ProducerQueue>;
  close: () => Promise<void>;
};

/**
 * One producer a queue, opened when it is first needed. BullMQ remembers for good that it could not
 * connect: a producer that failed to open is thrown away and the next caller opens another.
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
  /** Jobs done in the last full minute. */
  donePerMinute: number;
  failedPerMinute: number;
  /** When the oldest job was due that waits or runs, in milliseconds since 1970. */
  oldestAt: number | null;
  /** When the oldest of the failed jobs failed, in milliseconds since 1970. */
  oldestFailedAt: number | null;
};

/**
 * What BullMQ counts of a queue's finished jobs: all of them, those before the minute of `prevTs`
 * began, and the counts of the minutes before it, the latest first.
 */
export type FinishedCounts = {
  count: number;
  prevTs: number;
  prevCount: number;
  lastPoint: number;
};

/**
 * Jobs in the last full minute. BullMQ closes a minute with the first job of a later one; until
 * then the minute's jobs are those since the minute before.
 */
export function lastMinute(counts: FinishedCounts | null, nowMs: number): number {
  if (!counts) return 0;
  const minutesAgo = Math.floor(nowMs / 60_000) - Math.floor(counts.prevTs / 60_000);
  if (minutesAgo === 0) return counts.lastPoint;
  return minutesAgo === 1 ? counts.count - counts.prevCount : 0;
}
