import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import { jobs, recordClicks } from "@fairclick/core/jobs";
import type { JobChangeInput } from "@fairclick/core/operations/work";
import {
  deleteParkedJobs,
  insertParkedJobs,
  lockParkedJobs,
  type ParkedJob,
  type ParkedState,
} from "@fairclick/sql/clicks/pending-clicks";
import type { Tx } from "@fairclick/sql/db/client";
import type { Logger } from "pino";
import { type ForeseenChange, makeChange } from "../changes";
import type { Config } from "../config";
import { type Ctx, withTimeout } from "../context";
import { STORE_TIMEOUT_MS } from "../redis";
import { resendOptions, toParkedJob } from "./jobs";
import { openPostgresStore } from "./postgres-store";
import {
  openProducers,
  type ProducerQueue,
  type Producers,
  type QueueFigures,
  type QueueStore,
} from "./queue-store";
import { openRedisStore } from "./redis-store";

export type FailedJob = {
  id: string;
  reason: string;
  attempts: number;
  sentAt: number;
  failedAt: number | null;
};

type JobState = "failed" | "waiting" | "delayed";

/** A job with its payload. `reason` is empty before its first failure. */
type FoundJob = { id: string; state: JobState; payload: unknown; reason: string; sentAt: Date };

/** Queue operations for operators, the same on Postgres and on Redis. */
export type QueueOperations = {
  list: () => Promise<QueueFigures[]>;
  examine: (name: string) => Promise<QueueFigures>;
  /** Latest failure first. */
  listFailed: (name: string, limit: number) => Promise<FailedJob[]>;
  /** Moves jobs that failed before the time back to the waiting ones. */
  retryFailed: (name: string, before: Date) => Promise<void>;
  /** Returns the named jobs that have failed, sorted by id. */
  findFailed: (name: string, ids: readonly string[]) => Promise<FoundJob[]>;
  /** Returns the named jobs that do not run, sorted by id. */
  findIdle: (name: string, ids: readonly string[]) => Promise<FoundJob[]>;
  /** Moves failed jobs back to the waiting ones with all their attempts; skips jobs that have not failed. */
  retryJobs: (name: string, ids: readonly string[]) => Promise<void>;
  /** Removes jobs that do not run from the queue, and returns the ids of those that are left. */
  remove: (name: string, ids: readonly string[]) => Promise<string[]>;
  /** Sends a parked job under a new id. */
  resend: (name: string, job: { id: string; payload: unknown }) => Promise<void>;
  /** Number of recorded click jobs that are kept; null if the store keeps none. */
  countRecorded: () => Promise<number | null>;
  /** Moves kept click jobs back to the waiting ones. */
  replayRecorded: () => Promise<void>;
  /** Deletes waiting and delayed jobs; running ones continue. */
  drain: (name: string) => Promise<void>;
  close: () => Promise<void>;
};

/** Opens a connection on first use: operators use it rarely. */
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
  const getAll = (name: string) => {
    const { store, producers } = open();
    return Promise.all(store.parts(name).map(producers.get));
  };
  const findIdleIn = async (name: string, ids: readonly string[]) =>
    (await Promise.all((await getAll(name)).map((queue) => findIdle(queue, ids)))).flat();
  const read = (names: string[]) => open().store.readFigures(names, now());
  const findFailed = async (name: string, ids: readonly string[]) =>
    (await findIdleIn(name, ids)).filter(({ state }) => state === "failed");
  return {
    list: () => read(jobs.map(({ name }) => name)),
    examine: async (name) => {
      const [figures] = await read([name]);
      if (!figures) throw new Error(`The store has no figures of ${name}`);
      return figures;
    },
    listFailed: async (name, limit) => {
      const failed = (await getAll(name)).map((queue) => listFailed(queue, limit));
      const latestFirst = (await Promise.all(failed))
        .flat()
        .toSorted((a, b) => (b.failedAt ?? 0) - (a.failedAt ?? 0));
      return latestFirst.slice(0, limit);
    },
    retryFailed: async (name, before) => {
      for (const queue of await getAll(name)) {
        await queue.retryJobs({ state: "failed", timestamp: before.getTime() });
      }
    },
    findFailed,
    findIdle: findIdleIn,
    retryJobs: async (name, ids) => {
      for (const { job } of await findFailed(name, ids)) {
        await job.retry("failed", { resetAttemptsMade: true });
      }
    },
    remove: async (name, ids) => {
      const left = new Set<string>();
      for (const queue of await getAll(name)) {
        for (const id of ids) {
          // Zero if a worker has taken it meanwhile.
          if ((await queue.remove(id)) === 0) left.add(id);
        }
      }
      return [...left];
    },
    resend: async (name, { id, payload }) => {
      const [queue] = await getAll(name);
      await queue?.add(name, payload, resendOptions(name, id));
    },
    countRecorded: async () => {
      const { store } = open();
      if ("count" in store.keepRecorded && store.keepRecorded.count === 0) return null;
      const counts = (await getAll(recordClicks.name)).map((queue) => queue.getCompletedCount());
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
    },
    replayRecorded: async () => {
      for (const queue of await getAll(recordClicks.name)) {
        await queue.retryJobs({ state: "completed" });
      }
    },
    drain: async (name) => {
      for (const queue of await getAll(name)) await queue.drain(true);
    },
    close: async () => opened?.close(),
  };
}

type OpenStore = { store: QueueStore; producers: Producers; close: () => Promise<void> };

function openStore(config: Pick<Config, "databaseUrl" | "redisUrl">, log: Logger): OpenStore {
  const onError = (error: Error) => log.warn({ err: error }, "queue store");
  const store = config.redisUrl
    ? openRedisStore(config.redisUrl, { onError })
    : openPostgresStore(config.databaseUrl, { onError });
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

const idleStates: Partial<Record<string, JobState>> = {
  failed: "failed",
  waiting: "waiting",
  delayed: "delayed",
};

/** Without the next run of a schedule: it holds nothing, and belongs to its schedule. */
async function findIdle(queue: ProducerQueue, ids: readonly string[]) {
  const found = await Promise.all([...new Set(ids)].sort().map((id) => queue.getJob(id)));
  const jobs = found.filter((job) => job !== undefined);
  const states = await Promise.all(jobs.map((job) => job.getState()));
  return jobs.flatMap((job, place): (FoundJob & { job: typeof job })[] => {
    const state = idleStates[states[place] ?? ""];
    if (!state || (job.repeatJobKey && state !== "failed")) return [];
    const { id = "", data: payload, failedReason: reason = "", timestamp } = job;
    return [{ job, id, state, payload, reason, sentAt: new Date(timestamp) }];
  });
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

type Input = JobChangeInput & { queue: string };

/**
 * Moves jobs that do not run from their queue into the database. `retryJobs` undoes it. Throws
 * `conflict` if one of them runs or is not there.
 */
export async function parkJobs(
  ctx: Ctx,
  queues: QueueOperations,
  { queue, ids, ...input }: Input,
): Promise<OperatorChange> {
  const jobs = await queues.findIdle(queue, ids);
  const refuse = (missing: string[]) => {
    if (missing.length === 0) return;
    const list = missing.join(", ");
    const text = `No job ${list} can be parked in ${queue}: it runs, or is not there.`;
    throw new AppError("conflict", text);
  };
  const parked = toParked(ctx, { queue, jobs, state: "parked" });
  const change = await makeChange(ctx, input, async (tx) => {
    refuse(ids.filter((id) => jobs.every((job) => job.id !== id)));
    return {
      action: "queue.park",
      subject: `queue:${queue}`,
      ...describe(parked, { before: describeStates(jobs, []), after: "parked" }),
      apply: () => insertParkedJobs(tx, parked),
    };
  });
  if (!change.applied) return change;
  // Only after the commit: a job must be in the database before it leaves its queue.
  const left = await queues.remove(queue, ids);
  await deleteParkedJobs(
    ctx.db.sql,
    parked.filter(({ jobId }) => left.includes(jobId)),
  );
  refuse(left);
  return change;
}

/** Retries failed jobs, and sends parked or discarded ones again. */
export async function retryJobs(
  ctx: Ctx,
  queues: QueueOperations,
  { queue, ids, ...input }: Input,
): Promise<OperatorChange> {
  const failed = await queues.findFailed(queue, ids);
  const parked: ParkedJob[] = [];
  const kept: ParkedJob[] = [];
  const change = await makeChange(ctx, input, async (tx) => {
    parked.push(...(await lockParked(tx, { queue, ids, failed })));
    kept.push(...parked.filter(isOnlyKept(failed)));
    const jobs = [...toParked(ctx, { queue, jobs: failed, state: "parked" }), ...kept];
    return {
      action: "queue.retry",
      subject: `queue:${queue}`,
      counted: jobs.map(({ jobId }) => jobId),
      ...describe(jobs, { before: describeStates(failed, kept), after: "waiting" }),
      apply: async () => {},
    };
  });
  if (!change.applied) return change;
  await queues.retryJobs(queue, ids);
  for (const { jobId, payload } of kept) {
    await queues.resend(queue, { id: jobId, payload: JSON.parse(payload) });
  }
  // Only after the send: a job that is in the queue twice is harmless, a lost one is not.
  await deleteParkedJobs(ctx.db.sql, parked);
  return change;
}

/**
 * Discards failed or parked jobs. They stay in the database as discarded. Clicks in them are never
 * judged or paid, so their number must be confirmed.
 */
export async function discardJobs(
  ctx: Ctx,
  queues: QueueOperations,
  { queue, ids, clicks, ...input }: Input,
): Promise<OperatorChange> {
  const failed = await queues.findFailed(queue, ids);
  const change = await makeChange(ctx, input, async (tx) => {
    const kept = (await lockParked(tx, { queue, ids, failed })).filter(isOnlyKept(failed));
    const jobs = [...toParked(ctx, { queue, jobs: failed, state: "discarded" }), ...kept];
    requireConfirmation(queue, { jobs, clicks });
    return {
      action: "queue.discard",
      subject: `queue:${queue}`,
      counted: jobs.map(({ jobId }) => jobId),
      ...describe(jobs, { before: describeStates(failed, kept), after: "discarded" }),
      apply: () =>
        insertParkedJobs(
          tx,
          jobs.map((job) => ({ ...job, state: "discarded" as const })),
        ),
    };
  });
  const stillFailed = failed.map(({ id }) => id);
  if (change.applied) await queues.remove(queue, stillFailed);
  return change;
}

type Chosen = { queue: string; ids: readonly string[]; failed: FoundJob[] };

/** Locks the jobs that are in the database. Throws `conflict` if a named job is neither there nor failed. */
async function lockParked(tx: Tx, { queue, ids, failed }: Chosen): Promise<ParkedJob[]> {
  const parked = await lockParkedJobs(tx, { queue, jobIds: ids });
  const found = new Set([...failed.map(({ id }) => id), ...parked.map(({ jobId }) => jobId)]);
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length === 0) return parked;
  throw new AppError("conflict", `No job ${missing.join(", ")} has failed in ${queue}.`);
}

const isOnlyKept =
  (failed: FoundJob[]) =>
  ({ jobId }: ParkedJob) =>
    failed.every(({ id }) => id !== jobId);

type Confirmation = { jobs: ParkedJob[]; clicks: string | undefined };

function requireConfirmation(queue: string, { jobs, clicks }: Confirmation): void {
  if (queue !== recordClicks.name) return;
  const held = sumClicks(jobs);
  if (held === "0" || held === clicks) return;
  const number = held === "unknown" ? "an unknown number of" : held;
  throw new AppError(
    "conflict",
    `What is discarded holds ${number} clicks, which will be neither judged nor paid. Confirm it with --clicks ${held}.`,
  );
}

/** Clicks in the jobs; `unknown` if one of them cannot be read. */
function sumClicks(jobs: ParkedJob[]): string {
  const counts = jobs.map((job) => job.clicks);
  if (counts.includes(null)) return "unknown";
  return String(counts.reduce((sum: number, count) => sum + (count ?? 0), 0));
}

type Moved = { queue: string; jobs: FoundJob[]; state: ParkedState };

function toParked(ctx: Ctx, { queue, jobs, state }: Moved): ParkedJob[] {
  return jobs.map(({ id, payload, reason, sentAt }) =>
    toParkedJob({
      queue,
      jobId: id,
      payload,
      problem: reason || "It had not failed.",
      state,
      sentAt,
      parkedAt: ctx.now(),
    }),
  );
}

function describeStates(found: FoundJob[], kept: ParkedJob[]): string {
  const states: string[] = [...found.map(({ state }) => state), ...kept.map(({ state }) => state)];
  return [...new Set(states)].join(", ");
}

function describe(jobs: ParkedJob[], state: { before: string; after: string }) {
  const facts = {
    jobs: jobs.map(({ jobId }) => jobId).join(", "),
    ...(jobs.some(({ queue }) => queue === recordClicks.name) ? { clicks: sumClicks(jobs) } : {}),
  };
  return { before: { ...facts, state: state.before }, after: { ...facts, state: state.after } };
}

type QueueInput = ChangeInput & { queue: string };

/** Retries every job that has failed up to now. */
export async function retryFailedJobs(
  ctx: Ctx,
  queues: QueueOperations,
  { queue, ...input }: QueueInput,
): Promise<OperatorChange> {
  const { failed } = await queues.examine(queue);
  if (failed === 0) throw new AppError("conflict", `No job of ${queue} has failed.`);
  const change = await auditChange(ctx, input, {
    action: "queue.retry",
    subject: `queue:${queue}`,
    before: { failed },
    after: { failed: 0 },
  });
  if (change.applied) await queues.retryFailed(queue, ctx.now());
  return change;
}

/** The queue is not part of the transaction: the audit row says what was requested of it, just before. */
async function auditChange(
  ctx: Ctx,
  input: ChangeInput,
  change: ForeseenChange,
): Promise<OperatorChange> {
  return makeChange(ctx, input, async () => ({ ...change, apply: async () => {} }));
}

/**
 * Records the clicks of the last minutes again, after a restore of the database. Stored clicks do
 * not change.
 */
export async function replayRecorded(
  ctx: Ctx,
  queues: QueueOperations,
  input: ChangeInput,
): Promise<OperatorChange> {
  const recorded = await queues.countRecorded();
  if (recorded === null) {
    throw new AppError(
      "conflict",
      "The queue is in Postgres and was restored with it: there are no jobs to put back.",
    );
  }
  if (recorded === 0) throw new AppError("conflict", "The queue keeps no recorded clicks.");
  const change = await makeChange(ctx, input, async () => ({
    action: "queue.replay",
    subject: `queue:${recordClicks.name}`,
    before: { recorded },
    after: { recorded: 0 },
    apply: async () => {},
  }));
  if (change.applied) await queues.replayRecorded();
  return change;
}
