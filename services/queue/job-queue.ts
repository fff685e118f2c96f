import type { Click } from "@fairclick/core/clicks/click";
import type { JobContract } from "@fairclick/core/jobs";
import type { QueueFigures } from "./queue-store";
import type { StoreHealth, StoreVerdict } from "./store-health";

/** What the queue knows of a job besides its payload. `attempt` is 1 for the first one. */
export type DeliveredJob = { id: string; sentAt: Date; attempt: number };

/** A failed attempt that must not be tried again is reported by throwing BullMQ's `UnrecoverableError`. */
export type JobRunner = {
  contract: JobContract;
  concurrency: number;
  run: (payload: unknown, job: DeliveredJob) => Promise<void>;
};

export type JobWorker = {
  /** Takes no more jobs and waits for the running ones, at most for the given time. */
  stop: (timeoutMs: number) => Promise<void>;
};

export type QueueHealth =
  | { reachable: false; reason: string }
  | ({ reachable: true; store: StoreHealth } & StoreVerdict);

/** The queue as api and worker see it; whether it lives in Postgres or in Redis shows nowhere. */
export type JobQueue = JobSender & {
  /**
   * Hands clicks over to `record-clicks` as one job. `first` puts them ahead of everything that
   * waits: clicks that come late from a spool.
   */
  sendClicks: (clicks: Click[], options?: { first?: boolean }) => Promise<void>;
  work: (runner: JobRunner) => JobWorker;
  /** Runs the job every so often, once however many workers ask for it. */
  schedule: (contract: JobContract, everyMs: number) => Promise<void>;
  /**
   * When the oldest click was made that is still in the queue (milliseconds since 1970): waiting,
   * running, delayed or failed. Read it before the snapshot that relies on it.
   */
  oldestUnrecordedAt: () => Promise<number | null>;
  /** How much waits, runs and failed in every queue, sorted as `jobs` is. */
  listFigures: () => Promise<QueueFigures[]>;
  checkHealth: () => Promise<QueueHealth>;
  close: () => Promise<void>;
};

type SendOptions = {
  /** Two sends with the same id while the first is waiting or running are one job. */
  jobId?: string;
  delayMs?: number;
};

/** Hands a job to the queue and resolves when the queue's store has it; rejects when it has not. */
export type JobSender = {
  send: <Name extends string, Payload>(
    contract: JobContract<Name, Payload>,
    payload: Payload,
    options?: SendOptions,
  ) => Promise<void>;
};
