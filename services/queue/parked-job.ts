import { countPackedClicks } from "@fairclick/core/clicks/click";
import { AppError } from "@fairclick/core/errors";
import { recordClicks } from "@fairclick/core/jobs";
import type { ParkedJob } from "@fairclick/sql/clicks/pending-clicks";

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
