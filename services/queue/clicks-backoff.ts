import { recordClicks } from "@fairclick/core/jobs";

/** The name under which a job of clicks asks for `clicksBackoffMs`. */
export const CLICKS_BACKOFF = "clicks";

const MAX_PAUSE_MS = 60_000;

/** A failure that only another version of this program can mend: trying again soon is in vain. */
export class UnknownVersionError extends Error {
  override readonly name = "UnknownVersionError";
}

/** How long a job of clicks waits for its next try. `attempt` is 1 after the first failure. */
export function clicksBackoffMs(attempt: number, error: unknown): number {
  if (!(error instanceof UnknownVersionError)) return recordClicks.backoffMs;
  return Math.min(recordClicks.backoffMs * 2 ** (attempt - 1), MAX_PAUSE_MS);
}
