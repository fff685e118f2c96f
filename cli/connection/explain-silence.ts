import { z } from "zod";
import { CliError } from "../failures";
import { SilenceError } from "./limit-silence";

const HEALTH_MS = 5_000;

const readinessSchema = z.object({
  parts: z.record(z.string(), z.object({ ok: z.boolean() })),
});

type Failed = { api: string; error: unknown; isChange: boolean };

/**
 * Finds out why a request got no response: the server is down, its database is down, or it is still
 * busy. `isChange` is true if the request may have changed something. Queries `/healthz` and `/readyz`. Never throws.
 */
export async function explainSilence({ api, error, isChange }: Failed): Promise<CliError> {
  const [isAlive, readiness] = await Promise.all([
    tryFetch(`${api}/healthz`).then((answer) => answer?.ok === true),
    tryFetch(`${api}/readyz`).then((answer) => answer?.json().catch(() => null)),
  ]);
  const unknown =
    isChange && !wasNeverSent(error)
      ? " It is unknown whether the change was made: check before you repeat it."
      : "";
  const waited =
    error instanceof SilenceError ? `${error.limitMs / 1_000} s` : failureReason(error);
  if (!isAlive) return explainAbsence({ api, error, unknown });
  const parts = readinessSchema.safeParse(readiness).data?.parts ?? {};
  if (parts.database?.ok === false) {
    return new CliError(
      "unavailable",
      `The server at ${api} answers, but its database does not (${waited}).${unknown}`,
      "Check Postgres; `fairclick doctor` on the server shows details.",
    );
  }
  return new CliError(
    "unavailable",
    `The server at ${api} is up, but has not answered this request (${waited}).${unknown}`,
    "It may be busy. FAIRCLICK_TIMEOUT sets how many seconds to wait.",
  );
}

type Absent = { api: string; error: unknown; unknown: string };

function explainAbsence({ api, error, unknown }: Absent): CliError {
  if (error instanceof SilenceError) {
    return new CliError(
      "unavailable",
      `The server at ${api} does not answer: waited ${error.limitMs / 1_000} s.${unknown}`,
      "It may be stopped or overloaded; FAIRCLICK_TIMEOUT sets how many seconds to wait.",
    );
  }
  return new CliError(
    "unavailable",
    `Nothing answers at ${api} (${failureReason(error)}).${unknown}`,
    "Check the address; `bun start` starts a marketplace here.",
  );
}

/** Whether there was no connection at all, so the server has received nothing. */
function wasNeverSent(error: unknown): boolean {
  return ["ECONNREFUSED", "ConnectionRefused", "ENOTFOUND"].includes(failureReason(error));
}

async function tryFetch(url: string): Promise<Response | null> {
  return fetch(url, { signal: AbortSignal.timeout(HEALTH_MS) }).catch(() => null);
}

function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error ? String(error.code) : error.message;
}
