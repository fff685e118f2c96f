import { jobs } from "@fairclick/core/jobs";
import type { Logger } from "pino";
import type { Config } from "../config";
import { withTimeout } from "../with-timeout";
import { openProducers, type Producers } from "./open-producers";
import { openPostgresStore } from "./postgres-store";
import type { QueueFigures } from "./queue-figures";
import { type ProducerQueue, type QueueStore, STORE_TIMEOUT_MS } from "./queue-store";
import { openRedisStore } from "./redis-store";

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
