import { AppError } from "@fairclick/core/errors";
import { createRedisBackend, withBackend } from "bullmq";
import { Redis, type RedisOptions } from "ioredis";
import { BackingOffWorker } from "./backing-off-worker";
import {
  type FinishedCounts,
  KEPT_EVENTS,
  lastMinute,
  type QueueFigures,
  type QueueStore,
  STORE_TIMEOUT_MS,
} from "./queue-store";
import { readRedisInfo } from "./store-health";
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

/** Of the waiting jobs, those that run next: jobs sent ahead of the others are newer than these. */
const LOOKED_AT_JOBS = 1_000;

type KeyOf = (queue: string, key: string) => string;

/** Reads the queues' own keys: a list of jobs through BullMQ would load what they carry. */
async function readRedisFigures(
  redis: Redis,
  { names, nowMs, keyOf }: { names: string[]; nowMs: number; keyOf: KeyOf },
): Promise<QueueFigures[]> {
  return Promise.all(names.map((name) => readOne(redis, { name, nowMs, keyOf })));
}

async function readOne(
  redis: Redis,
  { name, nowMs, keyOf }: { name: string; nowMs: number; keyOf: KeyOf },
): Promise<QueueFigures> {
  const key = (suffix: string) => keyOf(name, suffix);
  const replies = await redis
    .multi()
    .llen(key("wait"))
    .zcard(key("delayed"))
    .zcard(key("failed"))
    .llen(key("active"))
    .lrange(key("wait"), -LOOKED_AT_JOBS, -1)
    .lrange(key("active"), 0, -1)
    .zrange(key("failed"), 0, "0", "WITHSCORES")
    .hmget(key("metrics:completed"), "count", "prevTS", "prevCount")
    .lindex(key("metrics:completed:data"), 0)
    .hmget(key("metrics:failed"), "count", "prevTS", "prevCount")
    .lindex(key("metrics:failed:data"), 0)
    .exec();
  if (!replies) throw new AppError("unavailable", "The queue did not answer");
  const [waiting, delayed, failed, active, next, running, oldestFailed, ...finished] = replies.map(
    ([error, value]) => {
      if (error) throw error;
      return value;
    },
  );
  const [done, lastDone, gaveUp, lastGaveUp] = finished;
  return {
    name,
    waiting: Number(waiting),
    active: Number(active),
    delayed: Number(delayed),
    failed: Number(failed),
    donePerMinute: lastMinute(toCounts(done, lastDone), nowMs),
    failedPerMinute: lastMinute(toCounts(gaveUp, lastGaveUp), nowMs),
    oldestAt: await findOldest(redis, [...toTexts(next), ...toTexts(running)].map(key)),
    oldestFailedAt: toNumber(toTexts(oldestFailed).at(1)),
  };
}

async function findOldest(redis: Redis, jobKeys: string[]): Promise<number | null> {
  if (jobKeys.length === 0) return null;
  const pipeline = redis.pipeline();
  for (const key of jobKeys) pipeline.hmget(key, "timestamp", "opts");
  const replies = (await pipeline.exec()) ?? [];
  const times = replies.flatMap(([, fields]) => {
    const [timestamp, opts] = toTexts(fields);
    const sentAt = toNumber(timestamp);
    return sentAt === null ? [] : [sentAt + delayOf(opts)];
  });
  return times.length > 0 ? Math.min(...times) : null;
}

function delayOf(opts: string | undefined): number {
  const parsed: unknown = opts ? JSON.parse(opts) : null;
  return typeof parsed === "object" && parsed !== null && "delay" in parsed
    ? Number(parsed.delay) || 0
    : 0;
}

/** Null where no job has finished yet. */
function toCounts(fields: unknown, lastPoint: unknown): FinishedCounts | null {
  const [count, prevTs, prevCount] = toTexts(fields).map(Number);
  if (!prevTs) return null;
  return {
    count: count ?? 0,
    prevTs,
    prevCount: prevCount ?? 0,
    lastPoint: Number(lastPoint ?? 0),
  };
}

function toTexts(reply: unknown): string[] {
  return Array.isArray(reply) ? reply.map((one) => String(one ?? "")) : [];
}

function toNumber(text: string | undefined): number | null {
  return text ? Number(text) : null;
}
