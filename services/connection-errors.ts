import type { Logger } from "pino";

const connectionCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "57P01",
  "57P03",
]);

/** Whether an error says no more than that a store cannot be reached, or was lost on the way. */
export function isConnectionError(error: unknown): boolean {
  return error instanceof Error && "code" in error && connectionCodes.has(String(error.code));
}

/**
 * A socket that its client has given up can still report that the other side is gone, and nobody
 * waits for that error any more: whoever needs the store has opened another connection. It is
 * logged; every other error that nobody caught ends the process.
 */
export function surviveLostConnections(log: Logger): void {
  const handle = (error: unknown) => {
    if (isConnectionError(error)) {
      log.warn({ err: error }, "a connection that nobody waits for was lost");
      return;
    }
    log.fatal({ err: error }, "nobody caught this");
    process.exit(1);
  };
  process.on("uncaughtException", handle);
  process.on("unhandledRejection", handle);
}
