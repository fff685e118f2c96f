import { AppError } from "@fairclick/core/errors";
import { createRedisBackend, withBackend } from "bullmq";
import { Redis, type RedisOptions } from "ioredis";
import { BackingOffWorker } from "./backing-off-worker";
import { KEPT_EVENTS, type QueueStore, STORE_TIMEOUT_MS } from "./queue-store";
import { readRedisFigures } from "./read-redis-figures";
import { readRedisInfo } from "./read-redis-info";
import { traceOnlyForListeners } from "./trace-only-for-listeners";

const PREFIX = "fairclick";
const MAX_RECONNECT_PAUSE_MS = 1_000;
/** A consumer's blocking command is answered within 10 seconds, whether there is a job or not. */
const CONSUMER_SILENCE_MS = 12_000;
/** Recorded clicks, for a restore of the database: 15 minutes, about 260 bytes a click. */
const KEEP_RECORDED = { age: 900, count: 200_000, limit: 1_000 };

const { Queue } = withBackend(createRedisBackend);
traceOnlyForListeners();

/**
 * Producers and consumers need opposite connections: a producer has to hear at once that the store
 * is away, a consumer waits for it to come back.
 */
export function openRedisStore(
  redisUrl: string,
  { onError }: { onError: (error: Error) => void },
): QueueStore {
  const connect = (
    options: Pick<RedisOptions, "enableOfflineQueue" | "maxRetriesPerRequest" | "socketTimeout">,
  ) =>
    new Redis(redisUrl, {
      ...options,
      connectTimeout: STORE_TIMEOUT_MS,
      keepAlive: 10_000,
      retryStrategy: (times) => Math.min(times * 100, MAX_RECONNECT_PAUSE_MS),
    }).on("error", onError);
  const producer = connect({
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    socketTimeout: STORE_TIMEOUT_MS,
  });
  const assertConnected = watchConnection(producer);
  let consumer: Redis | null = null;
  return {
    assertReachable: assertConnected,
    openProducer: (name) => {
      const queue = new Queue<unknown, void, string>(name, {
        connection: producer,
        prefix: PREFIX,
        streams: KEPT_EVENTS,
      });
      queue.on("error", onError);
      return queue;
    },
    openConsumer: (name, process, options) => {
      consumer ??= connect({
        enableOfflineQueue: true,
        maxRetriesPerRequest: null,
        socketTimeout: CONSUMER_SILENCE_MS,
      });
      return new BackingOffWorker(
        name,
        process,
        { ...options, connection: consumer, prefix: PREFIX },
        createRedisBackend,
      );
    },
    listUnfinishedIds: async (name, limit) => {
      await assertConnected();
      return listUnfinishedIds(producer, name, limit);
    },
    readFigures: async (names, nowMs) => {
      await assertConnected();
      const keyOf = (name: string, key: string) => `${PREFIX}:${name}:${key}`;
      return readRedisFigures(producer, { names, nowMs, keyOf });
    },
    keepRecorded: KEEP_RECORDED,
    readHealth: async () => {
      await assertConnected();
      return readRedisInfo(await producer.info());
    },
    close: async () => {
      producer.disconnect();
      consumer?.disconnect();
    },
  };
}

/** What it gives waits for an attempt that is under way, all callers for the same one, and for no further one. */
function watchConnection(redis: Redis): () => Promise<void> {
  let attempt: Promise<void> | null = null;
  return async () => {
    if (redis.status === "connecting" || redis.status === "connect") {
      attempt ??= waitForAttempt(redis).finally(() => {
        attempt = null;
      });
      await attempt;
    }
    if (redis.status !== "ready") throw new AppError("unavailable", "The queue cannot be reached");
  };
}

function waitForAttempt(redis: Redis): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      redis.off("ready", end);
      redis.off("close", end);
      resolve();
    };
    redis.on("ready", end);
    redis.on("close", end);
  });
}

/** One transaction, so that a job which moves from one list to the next is seen in one of them. */
async function listUnfinishedIds(redis: Redis, name: string, limit: number): Promise<string[]> {
  const key = (list: string) => `${PREFIX}:${name}:${list}`;
  const replies = await redis
    .multi()
    .lrange(key("wait"), -limit, -1)
    .lrange(key("paused"), -limit, -1)
    .lrange(key("active"), 0, -1)
    .zrange(key("delayed"), 0, "-1")
    .zrange(key("failed"), 0, "-1")
    .exec();
  if (!replies) throw new AppError("unavailable", "The queue did not answer");
  return replies.flatMap(([error, ids]) => {
    if (error) throw error;
    return Array.isArray(ids) ? ids.map(String) : [];
  });
}
