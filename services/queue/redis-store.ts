import { AppError } from "@fairclick/core/errors";
import { recordClicks } from "@fairclick/core/jobs";
import { createRedisBackend, withBackend } from "bullmq";
import { type ChainableCommander, Cluster, type Redis } from "ioredis";
import { connectRedis, STORE_TIMEOUT_MS, traceOnlyForListeners } from "../redis";
import { clickJobOptions } from "./jobs";
import {
  BackingOffWorker,
  type ClickJob,
  type FinishedCounts,
  KEPT_EVENTS,
  lastMinute,
  type QueueFigures,
  type QueueStore,
  type RunTogether,
  readRedisInfo,
  type StoreHealth,
  TAKEN_TOGETHER,
  type WaitingJob,
} from "./queue-store";

const PREFIX = "fairclick";
/**
 * Clicks of a Redis Cluster are spread over these queues. Their hash slots lie evenly: two, three or
 * six masters hold as many queues each. A queue that is taken off the list strands its jobs.
 */
const CLICK_QUEUES = [0, 1, 2, 3, 10, 30].map((n) => `${recordClicks.name}-${n}`);
/** How long a click waits for the replica of its master. */
const COPY_TIMEOUT_MS = 100;
/** Longer than this process takes to learn of another master. */
const REPLICA_SEEN_MS = 10_000;
/** A consumer's blocking command returns within this time, with or without a job. */
const LONGEST_WAIT_SECONDS = 10;
const CONSUMER_SILENCE_MS = 12_000;
/** Recorded clicks that are kept for a restore of the database: 15 minutes, about 260 bytes per click. */
const KEEP_RECORDED = { age: 900, count: 200_000, limit: 1_000 };
/** Kept as long as the clicks would have been. */
const TRIMMED = `${PREFIX}:trimmed-to`;

const { Queue } = withBackend(createRedisBackend);
traceOnlyForListeners();

/**
 * Opens the store with two kinds of connection: a producer must fail at once if Redis is down, a
 * consumer waits until it is back.
 */
export function openRedisStore(
  redisUrl: string,
  { onError }: { onError: (error: Error) => void },
): QueueStore {
  const producer = connectRedis(redisUrl, {
    waits: false,
    maxRetriesPerRequest: 0,
    socketTimeout: STORE_TIMEOUT_MS,
  }).on("error", onError);
  const assertConnected = watchConnection(producer);
  const isCluster = producer instanceof Cluster;
  const parts = (name: string) => (isCluster && name === recordClicks.name ? CLICK_QUEUES : [name]);
  const readHealthOf = async (name: string) => {
    await assertConnected();
    const [, info] = await execute(producer.pipeline().exists(queueKey(name, "meta")).info());
    return readRedisInfo(String(info));
  };
  const add =
    producer instanceof Cluster
      ? addCopied(producer)
      : (name: string, job: ClickJob) => producer.eval(...writeAdd(name, job));
  let consumer: Redis | Cluster | null = null;
  return {
    parts,
    assertReachable: assertConnected,
    readTime: async () => {
      await assertConnected();
      const [seconds, micros] = await producer.time();
      return Number(seconds) * 1_000 + Number(micros) / 1_000;
    },
    openProducer: (name) => {
      const queue = new Queue<unknown, void, string>(tagged(name), {
        connection: producer,
        prefix: PREFIX,
        streams: KEPT_EVENTS,
      });
      queue.on("error", onError);
      return queue;
    },
    openConsumer: (name, process, options) => {
      consumer ??= connectRedis(redisUrl, {
        waits: true,
        maxRetriesPerRequest: null,
        socketTimeout: CONSUMER_SILENCE_MS,
      }).on("error", onError);
      return new BackingOffWorker(
        tagged(name),
        process,
        { ...options, drainDelay: LONGEST_WAIT_SECONDS, connection: consumer, prefix: PREFIX },
        createRedisBackend,
      );
    },
    runWaiting: (queue, run) => runWaiting(producer, queue, run),
    listUnfinishedIds: async (name, limit) => {
      await assertConnected();
      return listUnfinishedIds(producer, name, limit);
    },
    readFigures: async (names, nowMs) => {
      await assertConnected();
      return Promise.all(
        names.map(async (name) => {
          const figures = parts(name).map((part) => readOne(producer, part, nowMs));
          return { ...addUp(await Promise.all(figures)), name };
        }),
      );
    },
    keepRecorded: KEEP_RECORDED,
    addClicks: async (name, job) => {
      await assertConnected();
      await add(name, job);
    },
    readUsedShare: async (name) => (await readHealthOf(name)).usedShare,
    readHealth: async () => {
      const names = parts(recordClicks.name);
      const found = await Promise.allSettled(names.map(readHealthOf));
      const trimmedTo = await producer.get(TRIMMED).catch(() => null);
      const answers = found.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
      const worst = findWorst(answers);
      if (!worst) throw found.find((one) => one.status === "rejected")?.reason;
      return {
        ...worst,
        cluster: worst.cluster && !isCluster,
        away: names.filter((_, place) => found[place]?.status === "rejected"),
        trimmedTo: toNumber(trimmedTo ?? undefined),
      };
    },
    noteTrimmed: async (clickedAt) => {
      await producer.set(TRIMMED, clickedAt, "EX", KEEP_RECORDED.age);
    },
    close: async () => {
      producer.disconnect();
      consumer?.disconnect();
    },
  };
}

/** A queue's keys share the hash slot of its name: BullMQ's scripts need all of them on one node. */
function tagged(name: string): string {
  return `{${name}}`;
}

function queueKey(name: string, key: string): string {
  return `${PREFIX}:${tagged(name)}:${key}`;
}

/** Returns the replies, or rejects with the first error. */
async function execute(commands: ChainableCommander): Promise<unknown[]> {
  const replies = await commands.exec();
  if (!replies) throw new AppError("unavailable", "The queue did not answer");
  return replies.map(([error, reply]) => {
    if (error) throw error;
    return reply;
  });
}

/** Stores a job as BullMQ does, which costs this process three times as much. */
const ADD = `
  if redis.call("EXISTS", KEYS[3]) == 1 then return end
  redis.call("HSET", KEYS[3], "name", ARGV[2], "data", ARGV[3], "opts", ARGV[4],
    "timestamp", ARGV[5], "delay", 0, "priority", 0)
  redis.call(ARGV[6], KEYS[1], ARGV[1])
  redis.call("ZADD", KEYS[2], 0, "0")`;

const ADDED_OPTIONS = JSON.stringify(clickJobOptions);

function writeAdd(name: string, { id, batch, first }: ClickJob) {
  const keys = ["wait", "marker", id].map((key) => queueKey(name, key));
  const job = [id, recordClicks.name, JSON.stringify(batch), ADDED_OPTIONS, Date.now()];
  return [ADD, keys.length, ...keys, ...job, first ? "RPUSH" : "LPUSH"] as const;
}

/**
 * Masters copy to their replicas after they have answered. A master that stood still and was replaced
 * does not know it at first, and has no replica then: what counts is which replicas the cluster names,
 * and which this master had lately.
 */
function addCopied(cluster: Cluster): (name: string, job: ClickJob) => Promise<void> {
  const copiedAt = new Map<string, number>();
  const slots = new Map<string, number>();
  const add = async (name: string, job: ClickJob): Promise<void> => {
    const slot = slots.get(name) ?? (await cluster.cluster("KEYSLOT", tagged(name)));
    slots.set(name, slot);
    const named = cluster.slots[slot] ?? [];
    const seenAt = copiedAt.get(name) ?? -Infinity;
    const mustCopy = named.length > 1 || performance.now() - seenAt < REPLICA_SEEN_MS;
    const commands = cluster
      .pipeline()
      .eval(...writeAdd(name, job))
      .info("replication");
    const replies = await execute(mustCopy ? commands.wait(1, COPY_TIMEOUT_MS) : commands);
    const [, info, copies] = replies;
    const hasReplica = !String(info).includes("connected_slaves:0");
    if (hasReplica) copiedAt.set(name, performance.now());
    if (mustCopy && Number(copies) === 0) {
      throw new AppError("unavailable", `No replica copied what the queue ${name} was sent`);
    }
    // A job that is there is not added again.
    if (hasReplica && !mustCopy) await add(name, job);
  };
  return add;
}

type RedisHealth = StoreHealth & { store: "redis" };

/** Joins what nodes of a cluster say about themselves; null without any. */
function findWorst(nodes: RedisHealth[]): RedisHealth | null {
  const [first, ...others] = nodes;
  if (!first) return null;
  return others.reduce((worst, node) => {
    const fuller = (node.usedShare ?? 0) > (worst.usedShare ?? 0) ? node : worst;
    return {
      ...fuller,
      maxmemoryPolicy:
        worst.maxmemoryPolicy === node.maxmemoryPolicy ? node.maxmemoryPolicy : "mixed",
      appendOnly: worst.appendOnly && node.appendOnly,
      lastAppendOk: worst.lastAppendOk && node.lastAppendOk,
      lastSaveOk: worst.lastSaveOk && node.lastSaveOk,
      loading: worst.loading || node.loading,
    };
  }, first);
}

/**
 * Returns a check that rejects unless Redis is connected. While a connection attempt is running,
 * all callers wait for that attempt, and for no further one. Of a cluster, the masters that are
 * being connected are waited for too.
 */
function watchConnection(redis: Redis | Cluster): () => Promise<void> {
  let attempt: Promise<unknown> | null = null;
  const isConnecting = ({ status }: Redis | Cluster) =>
    status === "connecting" || status === "connect";
  const findAttempts = () =>
    (redis instanceof Cluster ? [redis, ...redis.nodes("master")] : [redis]).filter(isConnecting);
  return async () => {
    while (attempt !== null || findAttempts().length > 0) {
      attempt ??= Promise.all(findAttempts().map(waitForAttempt)).finally(() => {
        attempt = null;
      });
      await attempt;
    }
    if (redis.status !== "ready") throw new AppError("unavailable", "The queue cannot be reached");
  };
}

function waitForAttempt(redis: Redis | Cluster): Promise<void> {
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

/** BullMQ fails a job with `defa` itself. */
const TAKE = `
  local jobs = {}
  if redis.call("HEXISTS", KEYS[3], "paused") == 1 then return jobs end
  for _ = 1, tonumber(ARGV[2]) do
    local id = redis.call("LINDEX", KEYS[1], -1)
    if not id or redis.call("HEXISTS", ARGV[1] .. id, "defa") == 1 then break end
    redis.call("RPOPLPUSH", KEYS[1], KEYS[2])
    redis.call("SET", ARGV[1] .. id .. ":lock", ARGV[3], "PX", ARGV[4])
    local fields = redis.call("HMGET", ARGV[1] .. id, "data", "timestamp", "atm")
    table.insert(jobs, {id, fields[1] or "null", fields[2] or "0", fields[3] or "0"})
  end
  return jobs`;

const KEEP_LOCKED = `
  for place = 4, #ARGV do
    local lock = ARGV[1] .. ARGV[place] .. ":lock"
    if redis.call("GET", lock) == ARGV[2] then redis.call("PEXPIRE", lock, ARGV[3]) end
  end`;

/** The first job that failed ends up first in the queue, where BullMQ takes it and counts the attempt. */
const FINISH = `
  for place = #ARGV, 4, -2 do
    local id = ARGV[place - 1]
    local key = ARGV[1] .. id
    local isOwn = redis.call("GET", key .. ":lock") == ARGV[2]
    if isOwn and redis.call("LREM", KEYS[2], -1, id) == 1 then
      redis.call("DEL", key .. ":lock")
      redis.call("SREM", KEYS[4], id)
      if ARGV[place] == "done" then
        redis.call("ZADD", KEYS[5], ARGV[3], id)
        redis.call("HSET", key, "returnvalue", "null", "finishedOn", ARGV[3])
        redis.call("HINCRBY", KEYS[6], "count", 1)
      else
        redis.call("RPUSH", KEYS[1], id)
        redis.call("ZADD", KEYS[7], 0, "0")
      end
    end
  end`;

/**
 * Jobs are active and locked as BullMQ's own are: it returns them to the queue when this process
 * dies, and they hold settlement back.
 */
async function runWaiting(
  redis: Redis | Cluster,
  { name, lockMs }: { name: string; lockMs: number },
  run: (job: WaitingJob) => Promise<void>,
): Promise<RunTogether> {
  const prefix = queueKey(name, "");
  const lists = ["wait", "active", "meta", "stalled", "completed", "metrics:completed", "marker"];
  const keys = lists.map((list) => prefix + list);
  const token = Bun.randomUUIDv7();
  const call = (script: string, ...values: (string | number)[]) =>
    redis.eval(script, keys.length, ...keys, prefix, ...values);
  const taken = await call(TAKE, TAKEN_TOGETHER, token, lockMs);
  const jobs = (Array.isArray(taken) ? taken : []).map((fields): WaitingJob => {
    const [id = "", data = "null", timestamp, attemptsMade] = toTexts(fields);
    return {
      id,
      data: JSON.parse(data),
      timestamp: Number(timestamp),
      attemptsMade: Number(attemptsMade),
    };
  });
  if (jobs.length === 0) return { mayBeMore: false };
  const beating = setInterval(() => {
    call(KEEP_LOCKED, token, lockMs, ...jobs.map(({ id }) => id)).catch(() => {});
  }, lockMs / 3);
  const results = await Promise.allSettled(jobs.map(run));
  clearInterval(beating);
  const isDone = (place: number) => results[place]?.status === "fulfilled";
  const states = jobs.flatMap(({ id }, place) => [id, isDone(place) ? "done" : "failed"]);
  await call(FINISH, token, Date.now(), ...states);
  return { mayBeMore: jobs.length === TAKEN_TOGETHER && jobs.every((_, place) => isDone(place)) };
}

/** Reads in one transaction, so that a job that moves between lists is found in one of them. */
async function listUnfinishedIds(
  redis: Redis | Cluster,
  name: string,
  limit: number,
): Promise<string[]> {
  const key = (list: string) => queueKey(name, list);
  const commands = redis
    .multi()
    .lrange(key("wait"), -limit, -1)
    .lrange(key("paused"), -limit, -1)
    .lrange(key("active"), 0, -1)
    .zrange(key("delayed"), 0, "-1")
    .zrange(key("failed"), 0, "-1");
  return (await execute(commands)).flatMap(toTexts);
}

/** How many waiting jobs are searched for the oldest: those that run next. */
const LOOKED_AT_JOBS = 1_000;

type Figures = Omit<QueueFigures, "name">;

function addUp(figures: Figures[]): Figures {
  return figures.reduce((sum, one) => ({
    waiting: sum.waiting + one.waiting,
    active: sum.active + one.active,
    delayed: sum.delayed + one.delayed,
    failed: sum.failed + one.failed,
    donePerMinute: sum.donePerMinute + one.donePerMinute,
    oldestAt: earlier(sum.oldestAt, one.oldestAt),
    oldestFailedAt: earlier(sum.oldestFailedAt, one.oldestFailedAt),
  }));
}

function earlier(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

/** Reads the queue keys directly: BullMQ would load the payloads of the jobs. */
async function readOne(redis: Redis | Cluster, name: string, nowMs: number): Promise<Figures> {
  const key = (suffix: string) => queueKey(name, suffix);
  const commands = redis
    .multi()
    .llen(key("wait"))
    .zcard(key("delayed"))
    .zcard(key("failed"))
    .llen(key("active"))
    .lrange(key("wait"), -LOOKED_AT_JOBS, -1)
    .lrange(key("active"), 0, -1)
    .zrange(key("failed"), 0, "0", "WITHSCORES")
    .hmget(key("metrics:completed"), "count", "prevTS", "prevCount")
    .lindex(key("metrics:completed:data"), 0);
  const [waiting, delayed, failed, active, next, running, oldestFailed, ...finished] =
    await execute(commands);
  const [done, lastDone] = finished;
  return {
    waiting: Number(waiting),
    active: Number(active),
    delayed: Number(delayed),
    failed: Number(failed),
    donePerMinute: lastMinute(toCounts(done, lastDone), nowMs),
    oldestAt: await findOldest(redis, [...toTexts(next), ...toTexts(running)].map(key)),
    oldestFailedAt: toNumber(toTexts(oldestFailed).at(1)),
  };
}

async function findOldest(redis: Redis | Cluster, jobKeys: string[]): Promise<number | null> {
  if (jobKeys.length === 0) return null;
  const pipeline = redis.pipeline();
  for (const key of jobKeys) pipeline.hmget(key, "timestamp", "opts");
  const replies = (await pipeline.exec()) ?? [];
  const times = replies.flatMap(([, fields]) => {
    const [timestamp, opts] = toTexts(fields);
    const sentAt = toNumber(timestamp);
    return sentAt === null ? [] : [sentAt + parseDelay(opts)];
  });
  return times.length > 0 ? Math.min(...times) : null;
}

function parseDelay(opts: string | undefined): number {
  const parsed: unknown = opts ? JSON.parse(opts) : null;
  return typeof parsed === "object" && parsed !== null && "delay" in parsed
    ? Number(parsed.delay) || 0
    : 0;
}

/** Null if no job has finished yet. */
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
