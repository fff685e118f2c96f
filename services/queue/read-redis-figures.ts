import { AppError } from "@fairclick/core/errors";
import type { Redis } from "ioredis";
import { type FinishedCounts, lastMinute, type QueueFigures } from "./queue-figures";

/** Of the waiting jobs, those that run next: jobs sent ahead of the others are newer than these. */
const LOOKED_AT_JOBS = 1_000;

type KeyOf = (queue: string, key: string) => string;

/** Reads the queues' own keys: a list of jobs through BullMQ would load what they carry. */
export async function readRedisFigures(
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
