import pino, { type DestinationStream, type Logger } from "pino";
import type { Config } from "./config";
import { limitRepeatedErrors } from "./limit-repeated-errors";

/** Postgres puts whole rows there: e-mails, addresses. The rest of its error says what failed. */
const VALUES_OF_PEOPLE = ["err.detail", "err.where", "err.*.detail", "err.*.where"];

/** The log of a process, one JSON object per line; an error that repeats, one line per minute. */
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
