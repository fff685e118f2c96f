import { jobs } from "@fairclick/core/jobs";
import type { Logger } from "pino";
import type { Config } from "../config";
import { withTimeout } from "../with-timeout";
import { lastMinute } from "./last-minute";
import { openProducers, type Producers } from "./open-producers";
import { openPostgresStore } from "./postgres-store";
import { type ProducerQueue, STORE_TIMEOUT_MS } from "./queue-store";
import { openRedisStore } from "./redis-store";

export type QueueFigures = {
  name: string;
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
  /** Jobs done in the last full minute. */
  donePerMinute: number;
  failedPerMinute: number;
  /** When the oldest job was sent that waits or runs, in milliseconds since 1970. */
  oldestAt: number | null;
};

export type FailedJob = {
  id: string;
  reason: string;
  attempts: number;
  sentAt: number;
  failedAt: number | null;
};

/** What operators see of the queues and do to them; on Postgres and on Redis alike. */
export type QueueOperations = {
  list: () => Promise<QueueFigures[]>;
  examine: (name: string) => Promise<QueueFigures>;
  /** The latest first. */
  listFailed: (name: string, limit: number) => Promise<FailedJob[]>;
  /** Puts what had failed by that time back to the waiting jobs. */
  retryFailed: (name: string, before: Date) => Promise<void>;
  /** Throws what waits away, and what waits for its next try; what runs goes on. */
  drain: (name: string) => Promise<void>;
  close: () => Promise<void>;
};

/** Connects when it is first asked: operators look seldom. */
export function openQueueOperations(
  config: Pick<Config, "databaseUrl" | "redisUrl">,
  log: Logger,
): QueueOperations {
  let opened: OpenStore | null = null;
  const get = (name: string) => {
    opened ??= openStore(config, log);
    return opened.producers.get(name);
  };
  const examine = async (name: string) => examineQueue(name, await get(name));
  return {
    list: () => Promise.all(jobs.map(({ name }) => examine(name))),
    examine,
    listFailed: async (name, limit) => listFailed(await get(name), limit),
    retryFailed: async (name, before) => {
      const queue = await get(name);
      await queue.retryJobs({ state: "failed", timestamp: before.getTime() });
    },
    drain: async (name) => {
      const queue = await get(name);
      await queue.drain(true);
    },
    close: async () => opened?.close(),
  };
}

type OpenStore = { producers: Producers; close: () => Promise<void> };

function openStore(config: Pick<Config, "databaseUrl" | "redisUrl">, log: Logger): OpenStore {
  const onError = (error: Error) => log.warn({ err: error }, "queue store");
  const store = config.redisUrl
    ? openRedisStore(config.redisUrl, { onError })
    : openPostgresStore(config.databaseUrl, { onError, consumers: 0 });
  const producers = openProducers(store);
  return {
    producers,
    close: async () => {
      await withTimeout(producers.close(), STORE_TIMEOUT_MS, "The queue").catch(onError);
      await withTimeout(store.close(), STORE_TIMEOUT_MS, "The queue").catch(onError);
    },
  };
}

async function examineQueue(name: string, queue: ProducerQueue): Promise<QueueFigures> {
  const [counts, oldest, done, failed] = await Promise.all([
    queue.getJobCounts("waiting", "active", "delayed", "failed"),
    queue.getJobs(["waiting", "active"], 0, 0, true),
    queue.getMetrics("completed", 0, 0),
    queue.getMetrics("failed", 0, 0),
  ]);
  const sentAt = oldest.map(({ timestamp }) => timestamp);
  return {
    name,
    waiting: counts.waiting ?? 0,
    active: counts.active ?? 0,
    delayed: counts.delayed ?? 0,
    failed: counts.failed ?? 0,
    donePerMinute: lastMinute(done, Date.now()),
    failedPerMinute: lastMinute(failed, Date.now()),
    oldestAt: sentAt.length > 0 ? Math.min(...sentAt) : null,
  };
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
