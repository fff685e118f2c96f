import { jobs, recordClicks } from "@fairclick/core/jobs";
import type { Logger } from "pino";
import type { Config } from "../config";
import { withTimeout } from "../with-timeout";
import { resendOptions } from "./job-options";
import { openPostgresStore } from "./postgres-store";
import type { QueueFigures } from "./queue-store";
import {
  openProducers,
  type ProducerQueue,
  type Producers,
  type QueueStore,
  STORE_TIMEOUT_MS,
} from "./queue-store";
import { openRedisStore } from "./redis-store";

export type FailedJob = {
  id: string;
  reason: string;
  attempts: number;
  sentAt: number;
  failedAt: number | null;
};

/** A failed job with its payload. */
export type FailedPayload = { id: string; payload: unknown; reason: string; sentAt: Date };

/** Queue operations for operators, the same on Postgres and on Redis. */
export type QueueOperations = {
  list: () => Promise<QueueFigures[]>;
  examine: (name: string) => Promise<QueueFigures>;
  /** Latest failure first. */
  listFailed: (name: string, limit: number) => Promise<FailedJob[]>;
  /** Moves jobs that failed before the time back to the waiting ones. */
  retryFailed: (name: string, before: Date) => Promise<void>;
  /** Returns the named jobs that have failed, sorted by id. */
  findFailed: (name: string, ids: readonly string[]) => Promise<FailedPayload[]>;
  /** Moves failed jobs back to the waiting ones with all their attempts; skips jobs that have not failed. */
  retryJobs: (name: string, ids: readonly string[]) => Promise<void>;
  /** Removes failed jobs from the queue; skips jobs that have not failed. */
  removeFailed: (name: string, ids: readonly string[]) => Promise<void>;
  /** Sends a parked job under a new id. */
  resend: (name: string, job: { id: string; payload: unknown }) => Promise<void>;
  /** Number of recorded click jobs that are kept; null if the store keeps none. */
  countRecorded: () => Promise<number | null>;
  /** Moves kept click jobs back to the waiting ones. */
  replayRecorded: () => Promise<void>;
  /** Deletes waiting and delayed jobs; running ones continue. */
  drain: (name: string) => Promise<void>;
  close: () => Promise<void>;
};

/** Opens a connection on first use: operators use it rarely. */
export function openQueueOperations(
  config: Pick<Config, "databaseUrl" | "redisUrl">,
  log: Logger,
  now = Date.now,
): QueueOperations {
  let opened: OpenStore | null = null;
  const open = () => {
    opened ??= openStore(config, log);
    return opened;
  };
  const get = (name: string) => open().producers.get(name);
  const read = (names: string[]) => open().store.readFigures(names, now());
  return {
    list: () => read(jobs.map(({ name }) => name)),
    examine: async (name) => {
      const [figures] = await read([name]);
      if (!figures) throw new Error(`The store has no figures of ${name}`);
      return figures;
    },
    listFailed: async (name, limit) => listFailed(await get(name), limit),
    retryFailed: async (name, before) => {
      const queue = await get(name);
      await queue.retryJobs({ state: "failed", timestamp: before.getTime() });
    },
    findFailed: async (name, ids) => {
      const failed = await getFailed(await get(name), ids);
      return failed.map(({ id = "", data, failedReason, timestamp }) => ({
        id,
        payload: data,
        reason: failedReason,
        sentAt: new Date(timestamp),
      }));
    },
    retryJobs: async (name, ids) => {
      for (const job of await getFailed(await get(name), ids)) {
        await job.retry("failed", { resetAttemptsMade: true });
      }
    },
    removeFailed: async (name, ids) => {
      const queue = await get(name);
      for (const { id = "" } of await getFailed(queue, ids)) await queue.remove(id);
    },
    resend: async (name, { id, payload }) => {
      const queue = await get(name);
      await queue.add(name, payload, resendOptions(name, id));
    },
    countRecorded: async () => {
      const { store } = open();
      if ("count" in store.keepRecorded && store.keepRecorded.count === 0) return null;
      return (await get(recordClicks.name)).getCompletedCount();
    },
    replayRecorded: async () => {
      const queue = await get(recordClicks.name);
      await queue.retryJobs({ state: "completed" });
    },
    drain: async (name) => {
      const queue = await get(name);
      await queue.drain(true);
    },
    close: async () => opened?.close(),
  };
}

type OpenStore = { store: QueueStore; producers: Producers; close: () => Promise<void> };

function openStore(config: Pick<Config, "databaseUrl" | "redisUrl">, log: Logger): OpenStore {
  const onError = (error: Error) => log.warn({ err: error }, "queue store");
  const store = config.redisUrl
    ? openRedisStore(config.redisUrl, { onError })
    : openPostgresStore(config.databaseUrl, { onError, consumers: 0 });
  const producers = openProducers(store);
  return {
    store,
    producers,
    close: async () => {
      await withTimeout(producers.close(), STORE_TIMEOUT_MS, "The queue").catch(onError);
      await withTimeout(store.close(), STORE_TIMEOUT_MS, "The queue").catch(onError);
    },
  };
}

async function getFailed(queue: ProducerQueue, ids: readonly string[]) {
  const found = await Promise.all([...new Set(ids)].sort().map((id) => queue.getJob(id)));
  const jobs = found.filter((job) => job !== undefined);
  const states = await Promise.all(jobs.map((job) => job.isFailed()));
  return jobs.filter((_, place) => states[place]);
}

async function listFailed(queue: ProducerQueue, limit: number): Promise<FailedJob[]> {
  const failed = await queue.getJobs(["failed"], 0, limit - 1);
  return failed.map(({ id, failedReason, attemptsMade, timestamp, finishedOn }) => ({
    id: id ?? "",
    reason: failedReason,
    attempts: attemptsMade,
    sentAt: timestamp,
    failedAt: finishedOn ?? null,
  }));
}
