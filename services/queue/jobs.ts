import { type Click, countPackedClicks } from "@fairclick/core/clicks/click";
import { AppError } from "@fairclick/core/errors";
import { type JobContract, jobs, recordClicks } from "@fairclick/core/jobs";
import type { ParkedJob } from "@fairclick/sql/clicks/pending-clicks";
import type { JobsOptions } from "bullmq";
import type { QueueFigures, StoreHealth, StoreVerdict } from "./queue-store";

/** A job's metadata. `attempt` is 1 for the first attempt. */
export type DeliveredJob = { id: string; sentAt: Date; attempt: number };

/** `run` throws BullMQ's `UnrecoverableError` if a retry cannot succeed. */
export type JobRunner = {
  contract: JobContract;
  concurrency: number;
  /** Max duration of a run. A longer run counts as failed, and may overlap the retry. Default 10 minutes. */
  timeoutMs?: number | undefined;
  run: (payload: unknown, job: DeliveredJob) => Promise<void>;
};

export type JobWorker = {
  /** Takes no more jobs and waits for running ones, at most `timeoutMs`. */
  stop: (timeoutMs: number) => Promise<void>;
};

export type QueueHealth =
  | { reachable: false; reason: string }
  | ({ reachable: true; store: StoreHealth } & StoreVerdict);

/** A job of clicks that are not recorded yet. Nothing that was clicked later is judged before it. */
export type UnrecordedJob = {
  id: string;
  /** In milliseconds since 1970. */
  sentAt: number;
  attempts: number;
  /** Why the last attempt failed; null if none has. */
  reason: string | null;
};

/** The queue of api and worker, independent of whether it is in Postgres or in Redis. */
export type JobQueue = JobSender & {
  /**
   * Sends clicks to `record-clicks` as one job. `first` puts the job ahead of all waiting ones, for
   * clicks that come late from a spool.
   */
  sendClicks: (clicks: Click[], options?: { first?: boolean }) => Promise<void>;
  work: (runner: JobRunner) => JobWorker;
  /** Why this process does not run all jobs that it was given with `work`; null if it does. */
  findConsumerProblem: () => string | null;
  /** Runs the job at this interval, once no matter how many workers schedule it. */
  schedule: (contract: JobContract, everyMs: number) => Promise<void>;
  /**
   * Time of the oldest click that is still in the queue (waiting, running, delayed or failed), in
   * milliseconds since 1970; null without clicks. Read it before the snapshot that relies on it.
   */
  oldestUnrecordedAt: () => Promise<number | null>;
  /** The job with that click; null without clicks. */
  findOldestUnrecorded: () => Promise<UnrecordedJob | null>;
  /** Figures of every queue, sorted as `jobs` is. */
  listFigures: () => Promise<QueueFigures[]>;
  checkHealth: () => Promise<QueueHealth>;
  close: () => Promise<void>;
};

type SendOptions = {
  /** A send with the id of a waiting or running job is ignored. */
  jobId?: string;
  /** A send within this time of another one that named it is ignored. */
  everyMs?: number;
  delayMs?: number;
};

/** Resolves when the store has the job; rejects if it does not. */
export type JobSender = {
  send: <Name extends string, Payload>(
    contract: JobContract<Name, Payload>,
    payload: Payload,
    options?: SendOptions,
  ) => Promise<void>;
};

/**
 * Failed jobs stay for operators to inspect. All failed clicks stay: they are stored nowhere else.
 */
export const KEPT_FAILURES = { count: 1_000 };

/** BullMQ's name for the backoff of click jobs, `clicksBackoffMs`. */
const CLICKS_BACKOFF = "clicks";

const MAX_PAUSE_MS = 60_000;

/** Options of a job of any queue except `record-clicks`. */
export function jobOptions(contract: Pick<JobContract, "attempts" | "backoffMs">): JobsOptions {
  return {
    attempts: contract.attempts,
    backoff: { type: "exponential", delay: contract.backoffMs },
    removeOnComplete: true,
    removeOnFail: KEPT_FAILURES,
  };
}

/** Without `removeOnComplete`: the worker decides which completed jobs are kept. */
export const clickJobOptions: JobsOptions = {
  attempts: recordClicks.attempts,
  backoff: { type: CLICKS_BACKOFF },
  stackTraceLimit: 1,
  removeOnFail: false,
};

/**
 * Options of a job that is sent again. A job of clicks keeps the time in its id, which
 * `oldestClickAt` reads.
 */
export function resendOptions(name: string, id: string): JobsOptions {
  const contract = jobs.find((job) => job.name === name);
  if (!contract) throw new AppError("not_found", `There is no queue ${name}.`);
  if (contract.name !== recordClicks.name) {
    return { jobId: Bun.randomUUIDv7(), ...jobOptions(contract) };
  }
  const at = clickedAt(id);
  const jobId = `${Number.isFinite(at) ? at : Date.now()}-${Bun.randomUUIDv7()}`;
  return { jobId, ...clickJobOptions };
}

/**
 * Returns a new job id that starts with the time of the oldest click, so that listing ids is enough
 * to find it. The rest is unique per call: a queue ignores a known id, and a batch from the spool
 * can begin with the same click as an unacknowledged job and hold more. Clicks are deduplicated by
 * their own ids.
 */
export function clickJobId(clicks: Click[]): string {
  const oldestAt = clicks.reduce((oldest, click) => Math.min(oldest, click.at), Infinity);
  return `${oldestAt}-${Bun.randomUUIDv7()}`;
}

/** Returns milliseconds since 1970; null without jobs. */
export function oldestClickAt(jobIds: string[]): number | null {
  const oldest = oldestJobId(jobIds);
  return oldest === null ? null : clickedAt(oldest);
}

/** Returns the id of the job with the oldest click; null without jobs. */
export function oldestJobId(jobIds: string[]): string | null {
  const known = jobIds.filter((id) => Number.isFinite(clickedAt(id)));
  if (known.length === 0) return null;
  return known.reduce((oldest, id) => (clickedAt(id) < clickedAt(oldest) ? id : oldest));
}

export function clickedAt(jobId: string): number {
  return Number.parseInt(jobId, 10);
}

/** Only another version of this program can run the job: an early retry cannot succeed. */
export class UnknownVersionError extends Error {
  override readonly name = "UnknownVersionError";
}

/** Afterwards a job that fails for a reason of its own no longer keeps a place from others. */
const MAX_TRIES_FIRST = 1_000;

/**
 * True if the next attempt of a click job comes before all other jobs: settlement waits for the oldest
 * click, and would wait for all that came during an outage. `attempt` is 1 after the first failure.
 */
export function isRetriedFirst(attempt: number, error: unknown): boolean {
  return attempt <= MAX_TRIES_FIRST && !(error instanceof UnknownVersionError);
}

/**
 * Returns the delay before the next attempt of a click job. It is 0 if the job is retried first: its
 * consumer has then waited with it.
 */
export function clicksBackoffMs(attempt: number, error: unknown): number {
  if (isRetriedFirst(attempt, error)) return 0;
  return Math.min(recordClicks.backoffMs * 2 ** (attempt - 1), MAX_PAUSE_MS);
}

const MAX_PAYLOAD_BYTES = 64 * 1_024 * 1_024;
const MAX_PROBLEM_LENGTH = 2_000;

type Input = Omit<ParkedJob, "payload" | "clicks"> & { payload: unknown };

/** Converts a job to its database row. Throws `too_large` if the payload exceeds 64 MiB. */
export function toParkedJob({ payload, problem, ...job }: Input): ParkedJob {
  const text = JSON.stringify(payload) ?? "null";
  if (Buffer.byteLength(text) > MAX_PAYLOAD_BYTES) {
    throw new AppError("too_large", `The job ${job.jobId} is too large to be parked (64 MiB).`);
  }
  return {
    ...job,
    payload: text,
    clicks: job.queue === recordClicks.name ? countPackedClicks(payload) : 0,
    // Postgres cannot store null characters.
    problem: problem.replaceAll("\0", "").slice(0, MAX_PROBLEM_LENGTH),
  };
}
