import type { KeepJobs, Processor, Queue, WorkerOptions } from "bullmq";
import type { QueueFigures } from "./queue-figures";
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

export type ConsumerOptions = Omit<WorkerOptions, "connection" | "prefix">;

type FailedJob = { id?: string | undefined; attemptsMade: number };
export type Consumer = {
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
