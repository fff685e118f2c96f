import type { Logger } from "pino";

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
