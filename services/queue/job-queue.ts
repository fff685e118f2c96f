import type { Click } from "@fairclick/core/clicks/click";
import type { JobContract } from "@fairclick/core/jobs";
import type { QueueFigures } from "./queue-store";
import type { StoreHealth, StoreVerdict } from "./store-health";

/** A job's metadata. `attempt` is 1 for the first attempt. */
export type DeliveredJob = { id: string; sentAt: Date; attempt: number };

/** `run` throws BullMQ's `UnrecoverableError` if a retry cannot succeed. */
export type JobRunner = {
  contract: JobContract;
  concurrency: number;
  run: (payload: unknown, job: DeliveredJob) => Promise<void>;
};

export type JobWorker = {
  /** Takes no more jobs and waits for running ones, at most `timeoutMs`. */
  stop: (timeoutMs: number) => Promise<void>;
};

export type QueueHealth =
  | { reachable: false; reason: string }
  | ({ reachable: true; store: StoreHealth } & StoreVerdict);

/** The queue of api and worker, independent of whether it is in Postgres or in Redis. */
export type JobQueue = JobSender & {
  /**
   * Sends clicks to `record-clicks` as one job. `first` puts the job ahead of all waiting ones, for
   * clicks that come late from a spool.
   */
  sendClicks: (clicks: Click[], options?: { first?: boolean }) => Promise<void>;
  work: (runner: JobRunner) => JobWorker;
  /** Runs the job at this interval, once no matter how many workers schedule it. */
  schedule: (contract: JobContract, everyMs: number) => Promise<void>;
  /**
   * Time of the oldest click that is still in the queue (waiting, running, delayed or failed), in
   * milliseconds since 1970; null without clicks. Read it before the snapshot that relies on it.
   */
  oldestUnrecordedAt: () => Promise<number | null>;
  /** Figures of every queue, sorted as `jobs` is. */
  listFigures: () => Promise<QueueFigures[]>;
  checkHealth: () => Promise<QueueHealth>;
  close: () => Promise<void>;
};

type SendOptions = {
  /** A send with the id of a waiting or running job is ignored. */
  jobId?: string;
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
