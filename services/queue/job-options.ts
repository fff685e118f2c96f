import type { Click } from "@fairclick/core/clicks/click";
import { AppError } from "@fairclick/core/errors";
import { type JobContract, jobs, recordClicks } from "@fairclick/core/jobs";
import type { JobsOptions } from "bullmq";

/** Failed jobs stay for a person to look at. Failed clicks all stay: they are kept nowhere else. */
const KEPT_FAILURES = { count: 1_000 };

/** The name under which a job of clicks asks for `clicksBackoffMs`. */
const CLICKS_BACKOFF = "clicks";

const MAX_PAUSE_MS = 60_000;

/** How a job of any queue but `record-clicks` is tried, and what stays of it. */
export function jobOptions(contract: Pick<JobContract, "attempts" | "backoffMs">): JobsOptions {
  return {
    attempts: contract.attempts,
    backoff: { type: "exponential", delay: contract.backoffMs },
    removeOnComplete: true,
    removeOnFail: KEPT_FAILURES,
  };
}

/** What becomes of a job of clicks that is done, its worker decides. */
const clickJobOptions: JobsOptions = {
  attempts: recordClicks.attempts,
  backoff: { type: CLICKS_BACKOFF },
  stackTraceLimit: 1,
  removeOnFail: false,
};

export function newClickJobOptions(clicks: Click[]): JobsOptions {
  return { jobId: clickJobId(clicks), ...clickJobOptions };
}

/** Of a job that is sent again. One of clicks keeps the time at the head of its id: `oldestClickAt` reads it. */
export function resendOptions(name: string, id: string): JobsOptions {
  const contract = jobs.find((job) => job.name === name);
  if (!contract) throw new AppError("not_found", `There is no queue ${name}.`);
  if (contract.name !== recordClicks.name) {
    return { jobId: Bun.randomUUIDv7(), ...jobOptions(contract) };
  }
  const clickedAt = Number.parseInt(id, 10);
  const jobId = `${Number.isFinite(clickedAt) ? clickedAt : Date.now()}-${Bun.randomUUIDv7()}`;
  return { jobId, ...clickJobOptions };
}

/**
 * A job of clicks carries the time of its oldest one in its id: listing ids is then enough to find
 * it. The rest is new at each call: a queue ignores a job whose id it has, and a batch from the spool
 * can begin with the click of an unacknowledged job and hold more. Clicks are told apart by their own ids.
 */
export function clickJobId(clicks: Click[]): string {
  const oldestAt = clicks.reduce((oldest, click) => Math.min(oldest, click.at), Infinity);
  return `${oldestAt}-${Bun.randomUUIDv7()}`;
}

/** Milliseconds since 1970, or null without jobs. */
export function oldestClickAt(jobIds: string[]): number | null {
  const times = jobIds.map((id) => Number.parseInt(id, 10)).filter(Number.isFinite);
  return times.length > 0 ? times.reduce((oldest, time) => Math.min(oldest, time)) : null;
}

/** A failure that only another version of this program can mend: trying again soon is in vain. */
export class UnknownVersionError extends Error {
  override readonly name = "UnknownVersionError";
}

/** How long a job of clicks waits for its next try. `attempt` is 1 after the first failure. */
export function clicksBackoffMs(attempt: number, error: unknown): number {
  if (!(error instanceof UnknownVersionError)) return recordClicks.backoffMs;
  return Math.min(recordClicks.backoffMs * 2 ** (attempt - 1), MAX_PAUSE_MS);
}
