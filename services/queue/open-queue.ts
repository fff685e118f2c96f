import { packClicks } from "@fairclick/core/clicks/click";
import { AppError } from "@fairclick/core/errors";
import { type JobContract, jobs, recordClicks } from "@fairclick/core/jobs";
import { Redis } from "ioredis";
import type { Logger } from "pino";
import { type Config, ConfigError } from "../config";
import { repeat, shareReading, withTimeout } from "../context";
import { findClockProblem, MAX_APART_MS, openConsumers } from "./consumers";
import {
  clickedAt,
  type JobQueue,
  jobOptions,
  KEPT_FAILURES,
  newClickJobOptions,
  oldestClickAt,
  oldestJobId,
  type QueueHealth,
} from "./jobs";
import { openPostgresStore } from "./postgres-store";
import {
  CLUSTER_REFUSED,
  judgeStore,
  openProducers,
  type ProducerQueue,
  type Producers,
  type QueueStore,
  readRedisInfo,
  STORE_TIMEOUT_MS,
} from "./queue-store";
import { openRedisStore } from "./redis-store";

/** Max waiting jobs that are searched for the oldest click: those that run next. */
const LOOKED_AT_JOBS = 5_000;

type Options = {
  log: Logger;
  /** Whether this process runs jobs, or only sends them. */
  runsJobs: boolean;
  /** Time without a sign of life after which other workers run a worker's jobs. */
  lockMs?: number;
};

/** Opens the queue in Redis if it is configured, otherwise in Postgres. */
export function openQueue(
  config: Pick<Config, "databaseUrl" | "redisUrl">,
  { log, runsJobs, lockMs = 15_000 }: Options,
): JobQueue {
  const onError = (error: Error) => log.warn({ err: error }, "queue store");
  const store = config.redisUrl
    ? openRedisStore(config.redisUrl, { onError })
    : openPostgresStore(config.databaseUrl, { onError });
  const producers = openProducers(store);
  const consumers = openConsumers(store, { log, lockMs });
  const listUnrecorded = () => store.listUnfinishedIds(recordClicks.name, LOOKED_AT_JOBS);
  const scheduled = new Set<string>();
  const senders = createSenders(producers, runsJobs ? async () => false : watchRoom(store));
  let refusal: string | null = null;
  let room: ReturnType<typeof keepRoom> | null = null;
  return {
    send: senders.send,
    sendClicks: async (clicks, options) => {
      try {
        await senders.sendClicks(clicks, options);
        refusal = null;
      } catch (error) {
        refusal = error instanceof Error ? error.message : String(error);
        throw error;
      }
    },
    schedule: async (contract, everyMs) => {
      await schedule({ store, producers }, contract, everyMs);
      scheduled.add(contract.name);
    },
    work: (runner) => {
      room ??= runner.contract.name === recordClicks.name ? keepRoom(store, producers, log) : null;
      return consumers.work({
        ...runner,
        run: async (payload, job) => {
          await runner.run(payload, job);
          const { name } = runner.contract;
          if (scheduled.has(name)) await forgetFailures(producers, name).catch(onError);
        },
      });
    },
    findConsumerProblem: consumers.findConsumerProblem,
    oldestUnrecordedAt: async () => oldestClickAt(await listUnrecorded()),
    findOldestUnrecorded: async () => {
      const id = oldestJobId(await listUnrecorded());
      const job = id && (await (await producers.get(recordClicks.name)).getJob(id));
      if (!job) return null;
      const { timestamp: sentAt, attemptsMade: attempts, failedReason } = job;
      return { id, sentAt, attempts, reason: failedReason || null };
    },
    listFigures: () =>
      withTimeout(
        store.readFigures(
          jobs.map(({ name }) => name),
          Date.now(),
        ),
        STORE_TIMEOUT_MS,
        "The queue",
      ),
    checkHealth: async () => {
      const health = await checkHealth(store);
      if (!health.reachable || refusal === null) return health;
      return { ...health, warnings: [...health.warnings, `it refused clicks: ${refusal}`] };
    },
    close: async () => {
      await room?.stop();
      // A store that does not respond must not keep the process from closing.
      await withTimeout(producers.close(), STORE_TIMEOUT_MS, "The queue").catch(onError);
      await withTimeout(store.close(), STORE_TIMEOUT_MS, "The queue").catch(onError);
    },
  };
}

async function withProducer(
  producers: Producers,
  name: string,
  work: (queue: ProducerQueue) => Promise<unknown>,
): Promise<void> {
  await withTimeout(producers.get(name).then(work), STORE_TIMEOUT_MS, "The queue");
}

function createSenders(
  producers: Producers,
  isNearlyFull: () => Promise<boolean>,
): Pick<JobQueue, "send" | "sendClicks"> {
  return {
    send: (contract, payload, options = {}) =>
      withProducer(producers, contract.name, (queue) =>
        queue.add(contract.name, payload, {
          // Without an id BullMQ creates a sequence in Postgres, which the application's role may not.
          jobId: Bun.randomUUIDv7(),
          ...jobOptions(contract),
          ...(options.delayMs ? { delay: options.delayMs } : {}),
          // Unlike the job's own id, this does not keep a failed job from being sent again.
          ...(options.jobId ? { deduplication: { id: options.jobId } } : {}),
        }),
      ),
    sendClicks: (clicks, options = {}) =>
      withProducer(producers, recordClicks.name, async (queue) => {
        if (await isNearlyFull()) {
          throw new AppError("unavailable", "Redis is nearly full: its room is left to workers");
        }
        return queue.add(recordClicks.name, packClicks(clicks), {
          ...newClickJobOptions(clicks),
          ...(options.first ? { lifo: true } : {}),
        });
      }),
  };
}

/** After a failure, a run that comes again within this time makes up for it. */
const SOON_MS = 10 * 60_000;
/** Of other schedules, each run is tried again soon: a second without Postgres would cost them an hour. */
const RETRIED = { attempts: 3, backoffMs: 60_000 };

async function schedule(
  { store, producers }: { store: QueueStore; producers: Producers },
  contract: JobContract,
  everyMs: number,
): Promise<void> {
  const { name } = contract;
  await withProducer(producers, name, async (queue) => {
    const problem = await findClockProblem(store);
    if (problem) throw new AppError("unavailable", problem);
    const known = await queue.getJobScheduler(name);
    // Written by a worker with its clock ahead: without it, nothing would run until then.
    const isAhead = (known?.next ?? 0) > (await store.readTime()) + everyMs + MAX_APART_MS;
    if (isAhead) await queue.removeJobScheduler(name);
    const opts = jobOptions(everyMs > SOON_MS ? RETRIED : contract);
    const template = { name, data: {}, opts };
    await queue.upsertJobScheduler(name, { every: everyMs }, template);
  });
}

/** Deletes the earlier failures of a repeated job after it succeeded: the run made up for them. */
async function forgetFailures(producers: Producers, name: string): Promise<void> {
  await withProducer(producers, name, (queue) => queue.clean(0, KEPT_FAILURES.count, "failed"));
}

async function checkHealth(store: QueueStore): Promise<QueueHealth> {
  try {
    const health = await withTimeout(store.readHealth(), STORE_TIMEOUT_MS, "The queue");
    return { reachable: true, store: health, ...judgeStore(health) };
  } catch (error) {
    return { reachable: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Above this share of `maxmemory`, apis keep clicks on disk: a worker needs room to take a job. */
const TOO_FULL = 0.9;
const LOOK_EVERY_MS = 1_000;

/** Returns whether the store is so full that clicks must not go there. False if it does not say. */
function watchRoom(store: QueueStore): () => Promise<boolean> {
  return shareReading(async () => ((await readUsedShare(store)) ?? 0) >= TOO_FULL, LOOK_EVERY_MS);
}

async function readUsedShare(store: QueueStore): Promise<number | null> {
  const health = await store.readHealth();
  return health.store === "redis" ? health.usedShare : null;
}

const EVERY_MS = 10_000;
/** Above this share of `maxmemory`, recorded clicks are deleted to make room. */
const ENOUGH = 0.7;
const REMOVED_AT_ONCE = 500;

/** Deletes recorded jobs, oldest first, until the store has room or none is left. */
async function trimRecorded(store: QueueStore, producers: Producers, log: Logger): Promise<void> {
  const queue = await producers.get(recordClicks.name);
  let jobs = 0;
  while (((await readUsedShare(store)) ?? 0) >= ENOUGH) {
    const removed = await queue.clean(0, REMOVED_AT_ONCE, "completed");
    if (removed.length === 0) break;
    jobs += removed.length;
    await store.noteTrimmed(Math.max(...removed.map(clickedAt)));
  }
  if (jobs > 0) log.warn({ jobs }, "recorded clicks were deleted before their time to make room");
}

/** Trims recorded jobs every 10 s; logs and retries later if the store is down. */
function keepRoom(store: QueueStore, producers: Producers, log: Logger) {
  return repeat(async () => {
    await trimRecorded(store, producers, log).catch((error: unknown) => {
      log.warn({ err: error }, "the queue store's memory could not be read");
    });
    return EVERY_MS;
  });
}

/**
 * Throws a `ConfigError` if `REDIS_URL` is a node of a Redis Cluster, where only some queues would
 * work. A store that does not respond is accepted.
 */
export async function refuseUnsupportedStore({
  redisUrl,
}: Pick<Config, "redisUrl">): Promise<void> {
  if (!redisUrl) return;
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: STORE_TIMEOUT_MS,
    commandTimeout: STORE_TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  }).on("error", () => {});
  try {
    const info = await redis.info().catch(() => "");
    if (readRedisInfo(info).cluster) throw new ConfigError([CLUSTER_REFUSED]);
  } finally {
    redis.disconnect();
  }
}
