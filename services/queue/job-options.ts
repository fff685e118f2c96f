import type { Click } from "@fairclick/core/clicks/click";
import { AppError } from "@fairclick/core/errors";
import { type JobContract, jobs, recordClicks } from "@fairclick/core/jobs";
import type { JobsOptions } from "bullmq";
import { clickJobId } from "./click-job-id";
import { CLICKS_BACKOFF } from "./clicks-backoff";

/** Failed jobs stay for a person to look at. Failed clicks all stay: they are kept nowhere else. */
const KEPT_FAILURES = { count: 1_000 };

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
