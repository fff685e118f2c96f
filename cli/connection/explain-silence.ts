import { z } from "zod";
import { CliError } from "../failures";
import { SilenceError } from "./limit-silence";

const HEALTH_MS = 5_000;

const readinessSchema = z.object({
  parts: z.record(z.string(), z.object({ ok: z.boolean() })),
});

type Failed = { api: string; error: unknown; isChange: boolean };

/**
 * Says what a request without an answer was waiting for: the server does not answer, it answers and
 * its database does not, or it is still busy with the request.
 */
export async function explainSilence({ api, error, isChange }: Failed): Promise<CliError> {
  const [isAlive, readiness] = await Promise.all([
    ask(`${api}/healthz`).then((answer) => answer?.ok === true),
    ask(`${api}/readyz`).then((answer) => answer?.json().catch(() => null)),
  ]);
  const unknown = isChange
    ? " Whether the change was made is unknown: look before you repeat it."
    : "";
  const waited = error instanceof SilenceError ? `${error.limitMs / 1_000} s` : reasonOf(error);
  if (!isAlive) return explainAbsence({ api, error, unknown });
  const parts = readinessSchema.safeParse(readiness).data?.parts ?? {};
  if (parts.database?.ok === false) {
    return new CliError(
      "unavailable",
      `The server at ${api} answers, but its database does not (${waited}).${unknown}`,
      "Look at Postgres; `fairclick doctor` on the server says more.",
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
    `Nothing answers at ${api} (${reasonOf(error)}).${unknown}`,
    "Check the address; `bun start` starts a marketplace here.",
  );
}

async function ask(url: string): Promise<Response | null> {
  return fetch(url, { signal: AbortSignal.timeout(HEALTH_MS) }).catch(() => null);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error ? String(error.code) : error.message;
}
