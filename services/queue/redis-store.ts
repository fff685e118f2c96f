import { AppError } from "@fairclick/core/errors";
import { createRedisBackend, withBackend } from "bullmq";
import { Redis } from "ioredis";
import { KEPT_EVENTS, type QueueStore, STORE_TIMEOUT_MS } from "./queue-store";

const PREFIX = "fairclick";
const MAX_RECONNECT_PAUSE_MS = 1_000;

const { Queue, Worker } = withBackend(createRedisBackend);

/**
 * Producers and consumers need opposite connections: a producer has to hear at once that the store
 * is away, a consumer waits for it to come back.
 */
export function openRedisStore(
  redisUrl: string,
  { onError }: { onError: (error: Error) => void },
): QueueStore {
  const connect = (options: { enableOfflineQueue: boolean; maxRetriesPerRequest: number | null }) =>
    new Redis(redisUrl, {
      ...options,
      connectTimeout: STORE_TIMEOUT_MS,
      ...(options.enableOfflineQueue ? {} : { socketTimeout: STORE_TIMEOUT_MS }),
      retryStrategy: (times) => Math.min(times * 100, MAX_RECONNECT_PAUSE_MS),
    }).on("error", onError);
  const producer = connect({ enableOfflineQueue: false, maxRetriesPerRequest: 0 });
  let consumer: Redis | null = null;
  return {
    assertReachable: () => assertConnected(producer),
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
      consumer ??= connect({ enableOfflineQueue: true, maxRetriesPerRequest: null });
      return new Worker<unknown, void, string>(name, process, {
        ...options,
        connection: consumer,
        prefix: PREFIX,
      });
    },
    listUnfinishedIds: async (name, limit) => {
      await assertConnected(producer);
      return listUnfinishedIds(producer, name, limit);
    },
    checkHealth: async () => {
      await assertConnected(producer);
      return { reachable: true, store: "redis", warnings: await findWarnings(producer) };
    },
    close: async () => {
      producer.disconnect();
      consumer?.disconnect();
    },
  };
}

/** Waits for an attempt that is under way, and for no further one. */
async function assertConnected(redis: Redis): Promise<void> {
  if (redis.status === "connecting" || redis.status === "connect") {
    await new Promise<void>((resolve) => {
      redis.once("ready", resolve);
      redis.once("close", resolve);
    });
  }
  if (redis.status !== "ready") throw new AppError("unavailable", "The queue cannot be reached");
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

const wantedSettings = { aof_enabled: "1", maxmemory_policy: "noeviction" };
const advice = {
  aof_enabled: "Redis runs without appendonly yes: a crash can lose acknowledged clicks",
  maxmemory_policy: "Redis may evict jobs: set maxmemory-policy noeviction",
};

async function findWarnings(redis: Redis): Promise<string[]> {
  const info = await redis.info();
  const settings = new Map(
    info.split("\r\n").map((line) => {
      const [name = "", value = ""] = line.split(":");
      return [name, value];
    }),
  );
  return (["aof_enabled", "maxmemory_policy"] as const)
    .filter((name) => settings.get(name) !== wantedSettings[name])
    .map((name) => advice[name]);
}
