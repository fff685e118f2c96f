import pino, { type DestinationStream, type LogFn, type Logger } from "pino";
import type { Config } from "./config";

const connectionCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ANSWER_TIMEOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "57P01",
  "57P03",
]);

/**
 * SQLSTATEs, by their start, of a server that cannot work now: connections (08), resources such as
 * connections, memory and disk (53), shutdown and start (57P), a statement that ran out of time
 * (57014), input and output (58), and a standby that refuses writes after a failover (25006).
 */
const downStates = /^(08|53|57P|58)[0-9A-Z]+$|^57014$|^25006$/;

/** What Redis answers while it starts, is a replica, is full, or cannot save. */
const downReplies =
  /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY|OOM|MISCONF|NOREPLICAS)\b/;

/** Errors of pg, its pool and ioredis that carry no code. */
const downTexts = [
  "timeout exceeded when trying to connect",
  "Connection terminated",
  "Client has encountered a connection error",
  "Client was closed and is not queryable",
  "Query read timeout",
  "Connection is closed",
  "connect ETIMEDOUT",
  "Command timed out",
  "Command aborted due to connection close",
  "Socket timeout.",
  "Stream isn't writeable",
  "Reached the max retries per request limit",
  "Cluster isn't ready",
  "Cluster is ended",
  "Failed to refresh slots cache",
  "None of startup nodes is available",
  "Too many Cluster redirections",
];

const MAX_CAUSES = 5;

/**
 * True if an error, or its cause, says that Postgres or Redis is unavailable. The only place that
 * knows how postgres.js, pg, ioredis and BullMQ report this.
 */
export function isStoreUnavailable(error: unknown): boolean {
  let cause = error;
  for (let depth = 0; depth < MAX_CAUSES && cause instanceof Error; depth += 1) {
    if (saysUnavailable(cause)) return true;
    cause = cause.cause;
  }
  return false;
}

function saysUnavailable(error: Error): boolean {
  if (isConnectionError(error)) return true;
  if ("code" in error && downStates.test(String(error.code))) return true;
  const { message } = error;
  return downReplies.test(message) || downTexts.some((text) => message.startsWith(text));
}

/** True if an error only says that a store cannot be reached, or that a connection was lost. */
export function isConnectionError(error: unknown): boolean {
  return error instanceof Error && "code" in error && connectionCodes.has(String(error.code));
}

/**
 * Logs connection errors that nothing awaits: a closed socket can still report that the other side
 * is gone, and its client has opened another connection by then. Any other uncaught error ends the
 * process.
 */
export function surviveLostConnections(log: Logger): void {
  const handle = (error: unknown) => {
    if (isConnectionError(error)) {
      log.warn({ err: error }, "an abandoned connection was lost");
      return;
    }
    log.fatal({ err: error }, "nobody caught this");
    process.exit(1);
  };
  process.on("uncaughtException", handle);
  process.on("unhandledRejection", handle);
}

type LogMethod = (this: Logger, args: Parameters<LogFn>, method: LogFn, level: number) => void;

type Kind = {
  /** Lines that were not written since the last one of this kind. */
  suppressed: number;
  writeLast: (suppressed: number) => void;
};

const FATAL = 60;
/** Beyond this many kinds at a time, the others count as one. */
const MAX_KINDS = 200;

/**
 * A pino `logMethod` hook that writes a line with an error (`err`) once per minute and kind. What
 * repeats within the minute is counted: one line at its end carries the latest error and
 * `suppressed`. Lines without an error and fatal ones pass.
 */
export function limitRepeatedErrors(everyMs = 60_000): LogMethod {
  const kinds = new Map<string, Kind>();
  const closeMinute = (name: string, kind: Kind) => {
    if (kind.suppressed === 0) {
      kinds.delete(name);
      return;
    }
    kind.writeLast(kind.suppressed);
    kind.suppressed = 0;
    setTimeout(closeMinute, everyMs, name, kind).unref();
  };
  return function logMethod(args, method, level) {
    const [fields, message] = args as [unknown, unknown?];
    const error = findError(fields);
    if (!error || level >= FATAL) {
      method.apply(this, args);
      return;
    }
    const writeLast = (suppressed: number) => {
      const all = fields instanceof Error ? { err: fields } : (fields as object);
      method.apply(this, [{ ...all, suppressed }, String(message ?? error.message)]);
    };
    const ownName = nameKind(error, { level, message, fields });
    const name = kinds.has(ownName) || kinds.size < MAX_KINDS ? ownName : "others";
    const known = kinds.get(name);
    if (known) {
      known.suppressed += 1;
      known.writeLast = writeLast;
      return;
    }
    const kind = { suppressed: 0, writeLast };
    kinds.set(name, kind);
    setTimeout(closeMinute, everyMs, name, kind).unref();
    method.apply(this, args);
  };
}

function findError(fields: unknown): Error | null {
  if (fields instanceof Error) return fields;
  if (typeof fields !== "object" || fields === null || !("err" in fields)) return null;
  return fields.err instanceof Error ? fields.err : null;
}

type Line = { level: number; message: unknown; fields: unknown };

/** Returns a name that is the same for each repetition: without ids, addresses or times. */
function nameKind(error: Error, { level, message, fields }: Line): string {
  const job = typeof fields === "object" && fields && "job" in fields ? fields.job : "";
  const code = "code" in error ? error.code : "";
  // Redis names the kind of an error in capitals, as in "OOM command not allowed".
  const [redisCode = ""] = /^[A-Z]{3,}\b/.exec(error.message) ?? [];
  const frame = error.stack?.split("\n").find((line) => /^\s+at /.test(line)) ?? "";
  return [level, message, job, error.name, code, redisCode, frame].map(String).join("|");
}

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
