import { packClicks } from "@fairclick/core/clicks/click-batch";
import { jobs, recordClicks } from "@fairclick/core/jobs";
import type { Logger } from "pino";
import type { Config } from "../config";
import { withTimeout } from "../with-timeout";
import { oldestClickAt } from "./click-job-id";
import { jobOptions, newClickJobOptions } from "./job-options";
import type { JobQueue, QueueHealth } from "./job-queue";
import { openProducers, type Producers } from "./open-producers";
import { openPostgresStore } from "./postgres-store";
import { type ProducerQueue, type QueueStore, STORE_TIMEOUT_MS } from "./queue-store";
import { openRedisStore } from "./redis-store";
import { startWorker } from "./start-worker";
import { judgeStore } from "./store-health";
import { keepRoom } from "./trim-recorded";

/** Beyond so many waiting jobs only those that run next are looked at for the oldest click. */
const LOOKED_AT_JOBS = 5_000;

type Options = {
  log: Logger;
  /** Whether this process runs jobs, and not only sends them. */
  runsJobs: boolean;
  /** After so long without a sign of life a worker's jobs are given to others. */
  lockMs?: number;
};

/** Opens the queue in Redis where one is configured, in Postgres otherwise. */
export function openQueue(
  config: Pick<Config, "databaseUrl" | "redisUrl">,
  { log, runsJobs, lockMs = 15_000 }: Options,
): JobQueue {
  const onError = (error: Error) => log.warn({ err: error }, "queue store");
  const consumers = runsJobs ? jobs.length : 0;
  const store = config.redisUrl
    ? openRedisStore(config.redisUrl, { onError })
    : openPostgresStore(config.databaseUrl, { onError, consumers });
  const producers = openProducers(store);
  let room: ReturnType<typeof keepRoom> | null = null;
  return {
    ...createSenders(producers),
    work: (runner) => {
      room ??= runner.contract.name === recordClicks.name ? keepRoom(store, producers, log) : null;
      return startWorker(store, runner, { log, lockMs });
    },
    oldestUnrecordedAt: async () =>
      oldestClickAt(await store.listUnfinishedIds(recordClicks.name, LOOKED_AT_JOBS)),
    listFigures: () =>
      withTimeout(
        store.readFigures(
          jobs.map(({ name }) => name),
          Date.now(),
        ),
        STORE_TIMEOUT_MS,
        "The queue",
      ),
    checkHealth: () => checkHealth(store),
    close: async () => {
      await room?.stop();
      // A store that does not answer is not said goodbye to.
      await withTimeout(producers.close(), STORE_TIMEOUT_MS, "The queue").catch(onError);
      await withTimeout(store.close(), STORE_TIMEOUT_MS, "The queue").catch(onError);
    },
  };
}

function createSenders(producers: Producers): Pick<JobQueue, "send" | "sendClicks" | "schedule"> {
  const withProducer = async (name: string, work: (queue: ProducerQueue) => Promise<unknown>) => {
    await withTimeout(producers.get(name).then(work), STORE_TIMEOUT_MS, "The queue");
  };
  return {
    send: (contract, payload, options = {}) =>
      withProducer(contract.name, (queue) =>
        queue.add(contract.name, payload, {
          // Without one, BullMQ makes a sequence in Postgres, which the application may not.
          jobId: Bun.randomUUIDv7(),
          ...jobOptions(contract),
          ...(options.delayMs ? { delay: options.delayMs } : {}),
          // Unlike the job's own id, this does not keep a failed job from being sent again.
          ...(options.jobId ? { deduplication: { id: options.jobId } } : {}),
        }),
      ),
    sendClicks: (clicks, options = {}) =>
      withProducer(recordClicks.name, (queue) =>
        queue.add(recordClicks.name, packClicks(clicks), {
          ...newClickJobOptions(clicks),
          ...(options.first ? { lifo: true } : {}),
        }),
      ),
    schedule: (contract, everyMs) =>
      withProducer(contract.name, (queue) =>
        queue.upsertJobScheduler(
          contract.name,
          { every: everyMs },
          {
            name: contract.name,
            data: {},
            opts: jobOptions(contract),
          },
        ),
      ),
  };
}

async function checkHealth(store: QueueStore): Promise<QueueHealth> {
  try {
    const health = await withTimeout(store.readHealth(), STORE_TIMEOUT_MS, "The queue");
    return { reachable: true, store: health, ...judgeStore(health) };
  } catch (error) {
    return { reachable: false, reason: error instanceof Error ? error.message : String(error) };
  }
}
