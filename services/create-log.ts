import pino, { type DestinationStream, type Logger } from "pino";
import type { Config } from "./config";
import { limitRepeatedErrors } from "./limit-repeated-errors";

/**
 * Fields in which Postgres quotes whole rows with e-mails and addresses; other fields name the
 * failure.
 */
const VALUES_OF_PEOPLE = ["err.detail", "err.where", "err.*.detail", "err.*.where"];

/** Creates a process's log: one JSON object per line, repeated errors at most once per minute. */
export function createLog(
  process: "api" | "worker",
  { logLevel }: Pick<Config, "logLevel">,
  destination: DestinationStream = pino.destination(1),
): Logger {
  const redact = { paths: VALUES_OF_PEOPLE, remove: true };
  const hooks = { logMethod: limitRepeatedErrors() };
  return pino(
    { level: logLevel, base: null, mixin: () => ({ process }), redact, hooks },
    destination,
  );
}
