import { packClicks } from "@fairclick/core/clicks/click";
import { AppError } from "@fairclick/core/errors";
import { type JobContract, jobs, recordClicks } from "@fairclick/core/jobs";
import type { Logger } from "pino";
import type { Config } from "../config";
import { repeat, shareReading, withTimeout } from "../context";
import { STORE_TIMEOUT_MS } from "../redis";
import { findClockProblem, MAX_APART_MS, openConsumers } from "./consumers";
import {
  clickedAt,
  clickJobId,
  type JobQueue,
  jobOptions,
  KEPT_FAILURES,
  oldestClickAt,
  oldestJobId,
  type QueueHealth,
} from "./jobs";
import { openPostgresStore } from "./postgres-store";
import {
  judgeStore,
  openProducers,
  type ProducerQueue,
  type Producers,
  type QueueStore,
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
  const clickQueues = store.parts(recordClicks.name);
  // Of all queues or of none: one that does not answer may hold the oldest click.
  const listUnrecorded = async () => {
    const ids = clickQueues.map((name) => store.listUnfinishedIds(name, LOOKED_AT_JOBS));
    return (await Promise.all(ids)).flat();
  };
  const scheduled = new Set<string>();
  const readClockProblem = shareReading(() => findClockProblem(store), LOOK_EVERY_MS);
  const senders = createSenders({ store, producers }, runsJobs ? null : watchRoom(store));
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
      const problem = await readClockProblem();
      if (problem) throw new AppError("unavailable", problem);
      const isKnown = scheduled.has(contract.name);
      await schedule(producers, contract, { everyMs, isKnown });
      scheduled.add(contract.name);
    },
    work: (runner) => {
      room ??=
        runner.contract.name === recordClicks.name ? keepRoom({ store, producers }, log) : null;
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
      if (!id) return null;
      const queues = await Promise.all(clickQueues.map(producers.get));
      const found = await Promise.all(queues.map((queue) => queue.getJob(id)));
      const job = found.find((one) => one !== undefined);
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

type Open = { store: QueueStore; producers: Producers };

/** How long a click waits for one of several queues. Three fit into what its visitor waits. */
const ONE_QUEUE_MS = 130;
const MAX_QUEUES = 3;
/** How long a queue comes last after it refused clicks. */
const REST_MS = 1_000;

/**
 * Returns a function that sends to the queues in turns. One that refuses or is slow is passed over: its
 * master may be away.
 */
function takeTurns(names: string[]) {
  const refusedAt = new Map<string, number>();
  let turn = 0;
  return async (send: (name: string) => Promise<void>): Promise<void> => {
    turn = (turn + 1) % names.length;
    const now = performance.now();
    const isResting = (name: string) => now - (refusedAt.get(name) ?? -Infinity) < REST_MS;
    const inTurn = [...names.slice(turn), ...names.slice(0, turn)];
    const tried = inTurn.toSorted((a, b) => Number(isResting(a)) - Number(isResting(b)));
    const limitMs = names.length === 1 ? STORE_TIMEOUT_MS : ONE_QUEUE_MS;
    let refusal: unknown;
    for (const name of tried.slice(0, MAX_QUEUES)) {
      try {
        return await withTimeout(send(name), limitMs, `The queue ${name}`);
      } catch (error) {
        refusedAt.set(name, performance.now());
        refusal = error;
      }
    }
    throw refusal;
  };
}

function createSenders(
  { store, producers }: Open,
  isNearlyFull: ((name: string) => Promise<boolean>) | null,
): Pick<JobQueue, "send" | "sendClicks"> {
  const inTurns = takeTurns(store.parts(recordClicks.name));
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
          ...(options.everyMs ? { deduplication: { id: "every", ttl: options.everyMs } } : {}),
        }),
      ),
    sendClicks: (clicks, options = {}) => {
      const batch = packClicks(clicks);
      return inTurns(async (name) => {
        if (await isNearlyFull?.(name)) {
          throw new AppError("unavailable", "Redis is nearly full: its room is left to workers");
        }
        const first = options.first ?? false;
        await store.addClicks(name, { id: clickJobId(clicks), batch, first });
      });
    },
  };
}

/** After a failure, a run that comes again within this time makes up for it. */
const SOON_MS = 10 * 60_000;
/** Of other schedules, each run is tried again soon: a second without Postgres would cost them an hour. */
const RETRIED = { attempts: 3, backoffMs: 60_000 };

/** Writes the schedule unless this process has, and its next run is neither overdue nor too far away. */
async function schedule(
  producers: Producers,
  contract: JobContract,
  { everyMs, isKnown }: { everyMs: number; isKnown: boolean },
): Promise<void> {
  const { name } = contract;
  await withProducer(producers, name, async (queue) => {
    const next = (await queue.getJobScheduler(name))?.next ?? 0;
    const inMs = next - Date.now();
    // Written by a worker with its clock ahead: without it, nothing would run until then.
    const isAhead = inMs > everyMs + 2 * MAX_APART_MS;
    if (isKnown && !isAhead && inMs > -MAX_APART_MS) return;
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

/** Returns whether a queue's node is so full that clicks must not go there. False if it does not say. */
function watchRoom(store: QueueStore): (name: string) => Promise<boolean> {
  const isFull = async (name: string) => ((await store.readUsedShare(name)) ?? 0) >= TOO_FULL;
  const looks = new Map(
    store
      .parts(recordClicks.name)
      .map((name) => [name, shareReading(() => isFull(name), LOOK_EVERY_MS)]),
  );
  return async (name) => (await looks.get(name)?.()) ?? false;
}

const EVERY_MS = 10_000;
/** Above this share of `maxmemory`, recorded clicks are deleted to make room. */
const ENOUGH = 0.7;
const REMOVED_AT_ONCE = 500;

/** Deletes recorded jobs, oldest first, until the queue's node has room or none is left. */
async function trimRecorded({ store, producers }: Open, name: string, log: Logger): Promise<void> {
  const queue = await producers.get(name);
  let jobs = 0;
  while (((await store.readUsedShare(name)) ?? 0) >= ENOUGH) {
    const removed = await queue.clean(0, REMOVED_AT_ONCE, "completed");
    if (removed.length === 0) break;
    jobs += removed.length;
    await store.noteTrimmed(Math.max(...removed.map(clickedAt)));
  }
  if (jobs > 0) log.warn({ jobs }, "recorded clicks were deleted before their time to make room");
}

/** Trims recorded jobs every 10 s; logs and retries later if the store is down. */
function keepRoom(open: Open, log: Logger) {
  return repeat(async () => {
    for (const name of open.store.parts(recordClicks.name)) {
      await trimRecorded(open, name, log).catch((error: unknown) => {
        log.warn({ err: error }, "the queue store's memory could not be read");
      });
    }
    return EVERY_MS;
  });
}
