import {
  type IQueueBackend,
  type Job,
  type JobProgress,
  type KeepJobs,
  type Processor,
  type Queue,
  Worker,
  type WorkerOptions,
} from "bullmq";
import { isClusterNode, ONE_NODE } from "../redis";

export type ProducerQueue = Pick<
  Queue<unknown, void, string>,
  | "add"
  | "getJobScheduler"
  | "upsertJobScheduler"
  | "removeJobScheduler"
  | "waitUntilReady"
  | "close"
  | "getJob"
  | "getJobs"
  | "retryJobs"
  | "remove"
  | "drain"
  | "clean"
  | "getCompletedCount"
>;

type ConsumerOptions = Omit<WorkerOptions, "connection" | "prefix">;

type FailedJob = { id?: string | undefined; attemptsMade: number };
export type Consumer = {
  /** Called when the store has answered a request for a job, with or without one. */
  onFetched: () => void;
  waitUntilReady(): Promise<void>;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "failed", listener: (job: FailedJob | undefined, error: Error) => void): unknown;
  close(force?: boolean): Promise<void>;
};

/** The differences between BullMQ on Postgres and BullMQ on Redis. */
export type QueueStore = {
  /**
   * The queues over which the jobs of a contract are spread: one with its name, but in a Redis
   * Cluster several for clicks. Everything below takes one of them, except `readFigures`.
   */
  parts: (name: string) => string[];
  /** Rejects while the store is down, so that no producer is opened in vain. */
  assertReachable: () => Promise<void>;
  /** The store's clock, in milliseconds since 1970. Rejects while the store is down. */
  readTime: () => Promise<number>;
  openProducer: (name: string) => ProducerQueue;
  openConsumer: (
    name: string,
    process: Processor<unknown, void, string>,
    options: ConsumerOptions,
  ) => Consumer;
  /**
   * Takes waiting jobs together and completes each one when its `run` resolves; the others go on
   * waiting. BullMQ takes them one by one, which costs more than most jobs. If this process dies,
   * others have the jobs within `lockMs`.
   */
  runWaiting: (
    queue: { name: string; lockMs: number },
    run: (job: WaitingJob) => Promise<void>,
  ) => Promise<RunTogether>;
  /**
   * Ids of unfinished jobs, including failed ones; of the waiting jobs, the `limit` that run next.
   * Read in one snapshot, so that a job that changes state is not missed.
   */
  listUnfinishedIds: (name: string, limit: number) => Promise<string[]>;
  /** Sorted as `names`; `nowMs` determines the last full minute. */
  readFigures: (names: string[], nowMs: number) => Promise<QueueFigures[]>;
  /**
   * Which completed click jobs are kept, so that they can be recorded again after a restore of the
   * database.
   */
  keepRecorded: KeepJobs;
  /**
   * Adds a job of clicks, `first` ahead of all waiting ones. Resolves when the job survives the loss
   * of its node.
   */
  addClicks: (name: string, job: ClickJob) => Promise<void>;
  /** Share of the memory limit that the queue's node uses; null without a limit. */
  readUsedShare: (name: string) => Promise<number | null>;
  /** Rejects while the store is down. */
  readHealth: () => Promise<StoreHealth>;
  /** Notes that the clicks up to this time are no longer kept for a restore, to make room. */
  noteTrimmed: (clickedAt: number) => Promise<void>;
  close: () => Promise<void>;
};

export type ClickJob = { id: string; batch: object; first: boolean };

export const TAKEN_TOGETHER = 50;

export type WaitingJob = { id: string; data: unknown; timestamp: number; attemptsMade: number };

/** `mayBeMore` is false if none is left, or one of them failed. */
export type RunTogether = { mayBeMore: boolean };

/** BullMQ keeps few of its own events: nothing here reads them. */
export const KEPT_EVENTS = { events: { maxLen: 100 } };

export type Producers = {
  get: (name: string) => Promise<ProducerQueue>;
  close: () => Promise<void>;
};

/**
 * Opens one producer per queue on first use. BullMQ never recovers from a failed first connection,
 * so such a producer is dropped and the next caller opens another.
 */
export function openProducers(store: QueueStore): Producers {
  const opened = new Map<string, Promise<ProducerQueue>>();
  return {
    get: (name) => {
      const known = opened.get(name);
      if (known) return known;
      const opening = openProducer(store, name);
      opened.set(name, opening);
      opening.catch(() => opened.delete(name));
      return opening;
    },
    close: async () => {
      const settled = await Promise.allSettled(opened.values());
      const open = settled.filter((producer) => producer.status === "fulfilled");
      await Promise.allSettled(open.map((producer) => producer.value.close()));
    },
  };
}

async function openProducer(store: QueueStore, name: string): Promise<ProducerQueue> {
  await store.assertReachable();
  const queue = store.openProducer(name);
  try {
    await queue.waitUntilReady();
    return queue;
  } catch (error) {
    await queue.close().catch(() => {});
    throw error;
  }
}

export type QueueFigures = {
  name: string;
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
  /** Jobs completed in the last full minute. */
  donePerMinute: number;
  /** When the oldest waiting or running job was due, in milliseconds since 1970; null without one. */
  oldestAt: number | null;
  /** When the oldest failed job failed, in milliseconds since 1970; null without one. */
  oldestFailedAt: number | null;
};

/**
 * BullMQ's counts of finished jobs: all, those before the minute of `prevTs`, and those of the last
 * closed minute.
 */
export type FinishedCounts = {
  count: number;
  prevTs: number;
  prevCount: number;
  lastPoint: number;
};

/**
 * Returns the jobs of the last full minute. BullMQ closes a minute with the first job of a later
 * one; until then, its jobs are those since the previous minute.
 */
export function lastMinute(counts: FinishedCounts | null, nowMs: number): number {
  if (!counts) return 0;
  const minutesAgo = Math.floor(nowMs / 60_000) - Math.floor(counts.prevTs / 60_000);
  if (minutesAgo === 0) return counts.lastPoint;
  return minutesAgo === 1 ? counts.count - counts.prevCount : 0;
}

/** What the store reports about itself; null if it does not say. */
export type StoreHealth =
  | { store: "postgres"; fsync: boolean; synchronousCommit: boolean }
  | {
      store: "redis";
      usedBytes: number | null;
      /** Null without a limit. */
      maxBytes: number | null;
      /** Share of the limit that is used, 1 is full; null without a limit. */
      usedShare: number | null;
      maxmemoryPolicy: string | null;
      appendOnly: boolean;
      /** False if the last write to the append-only file, or the last snapshot, failed. */
      lastAppendOk: boolean;
      lastSaveOk: boolean;
      /** True if it is one node of a Redis Cluster. */
      cluster: boolean;
      loading: boolean;
      /** Queues of clicks that no node answers for. */
      away: string[];
      /**
       * Time of the newest recorded click that was deleted before its 15 minutes were over, in
       * milliseconds since 1970; null if none was lately.
       */
      trimmedTo: number | null;
    };

export type StoreVerdict = {
  /** Why the store cannot be used. */
  problems: string[];
  /** Why the store may lose jobs, or soon accept no more. */
  warnings: string[];
};

/** Above this share of `maxmemory` an operator should act: at 1 the store accepts nothing. */
const NEARLY_FULL = 0.8;

export function judgeStore(health: StoreHealth): StoreVerdict {
  return health.store === "postgres" ? judgePostgres(health) : judgeRedis(health);
}

function judgePostgres(health: StoreHealth & { store: "postgres" }): StoreVerdict {
  const off = [
    ...(health.fsync ? [] : ["fsync"]),
    ...(health.synchronousCommit ? [] : ["synchronous_commit"]),
  ];
  return {
    problems: [],
    warnings: off.map(
      (name) => `Postgres runs with ${name} = off: a crash can lose acknowledged clicks`,
    ),
  };
}

function judgeRedis(health: StoreHealth & { store: "redis" }): StoreVerdict {
  const { usedBytes, maxBytes, usedShare } = health;
  const used = `${toMegabytes(usedBytes)} of ${toMegabytes(maxBytes)} MB`;
  const full = usedShare !== null && usedShare >= 1;
  const nearlyFull = usedShare !== null && usedShare >= NEARLY_FULL && !full;
  return {
    problems: [
      ...(health.cluster ? [ONE_NODE] : []),
      ...(health.away.length > 0
        ? [`no node of the Redis Cluster answers for ${health.away.join(", ")}`]
        : []),
      ...(full
        ? [`Redis is full: ${used}; no job can be sent or taken. Raise maxmemory at once`]
        : []),
      ...(health.loading ? ["Redis is still loading its data from disk"] : []),
      ...(health.appendOnly && !health.lastAppendOk
        ? ["Redis could not write its append-only file and refuses jobs: look at its disk"]
        : []),
    ],
    warnings: [
      ...(health.appendOnly
        ? []
        : ["Redis runs without appendonly yes: a crash can lose acknowledged clicks"]),
      ...(health.maxmemoryPolicy === "noeviction"
        ? []
        : ["Redis may evict jobs: set maxmemory-policy noeviction"]),
      ...(nearlyFull ? [`Redis is nearly full: ${used}. Raise maxmemory`] : []),
      ...(health.trimmedTo === null
        ? []
        : [
            `Recorded clicks up to ${new Date(health.trimmedTo).toISOString()} were deleted to make room: after a restore of the database, only later ones can be recorded again. Raise maxmemory`,
          ]),
      ...(health.lastSaveOk ? [] : ["Redis could not write its last snapshot: look at its disk"]),
    ],
  };
}

function toMegabytes(bytes: number | null): string {
  return bytes === null ? "?" : (bytes / 1_048_576).toFixed(1);
}

/** Parses the reply to INFO, which is allowed where CONFIG is not. */
export function readRedisInfo(info: string): StoreHealth & { store: "redis" } {
  const fields = new Map(
    info.split(/\r?\n/).map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
  const usedBytes = toNumber(fields.get("used_memory"));
  const limit = toNumber(fields.get("maxmemory"));
  const maxBytes = limit === 0 ? null : limit;
  return {
    store: "redis",
    usedBytes,
    maxBytes,
    usedShare: usedBytes !== null && maxBytes !== null ? usedBytes / maxBytes : null,
    maxmemoryPolicy: fields.get("maxmemory_policy") ?? null,
    appendOnly: fields.get("aof_enabled") === "1",
    lastAppendOk: fields.get("aof_last_write_status") !== "err",
    lastSaveOk: fields.get("rdb_last_bgsave_status") !== "err",
    cluster: isClusterNode(info),
    loading: fields.get("loading") === "1",
    away: [],
    trimmedTo: null,
  };
}

function toNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : null;
}

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

/**
 * Waits before it requests the next job if the store refused the last request: 100 ms, doubled per
 * refusal, at most 5 s. BullMQ itself only waits after a refused connection; a store that responds
 * with errors (a full Redis, a full disk) it would query without end.
 */
export class BackingOffWorker<Backend extends IQueueBackend, Connection> extends Worker<
  unknown,
  void,
  string,
  Backend,
  JobProgress,
  Connection
> {
  #refusals = 0;
  onFetched = () => {};

  /** BullMQ would wait for a delayed job for up to an hour on Postgres. */
  override get maximumBlockTimeout(): number {
    return this.opts.drainDelay ?? super.maximumBlockTimeout;
  }

  protected override async moveToActive(
    token: string,
    name?: string,
  ): Promise<Job<unknown, void, string>> {
    try {
      const job = await super.moveToActive(token, name);
      this.#refusals = 0;
      this.onFetched();
      return job;
    } catch (error) {
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** this.#refusals, MAX_PAUSE_MS);
      this.#refusals += 1;
      await this.#pause(pauseMs);
      throw error;
    }
  }

  /** Ends early when the worker is closed. */
  #pause(pauseMs: number): Promise<void> {
    if (this.closing) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.off("closing", end);
        resolve();
      };
      const timer = setTimeout(end, pauseMs);
      this.on("closing", end);
    });
  }
}
