import { findConnectionFault } from "@fairclick/sql/db/tx";
import { ConfigError } from "../config";
import { repeat, withTimeout } from "../context";

const CHECK_TIMEOUT_MS = 5_000;
const RETRY_MS = 2_000;
/** SQLSTATE: a pooler refuses a start-up parameter. */
const PROTOCOL_VIOLATION = "08P01";

/**
 * Throws a `ConfigError` if a pooler between us and Postgres would lose commits or settings. If
 * Postgres cannot be reached, the check continues in the background and calls `onUnfit` if it
 * fails.
 */
export async function refuseUnfitConnections(
  databaseUrl: string,
  onUnfit: (error: ConfigError) => void,
): Promise<void> {
  if (await isFit(databaseUrl)) return;
  const checks = repeat(async () => {
    try {
      if (await isFit(databaseUrl)) void checks.stop();
    } catch (error) {
      if (error instanceof ConfigError) onUnfit(error);
    }
    return RETRY_MS;
  });
}

/** False if Postgres cannot be reached. */
async function isFit(databaseUrl: string): Promise<boolean> {
  try {
    const check = findConnectionFault(databaseUrl);
    const fault = await withTimeout(check, CHECK_TIMEOUT_MS, "Postgres");
    if (fault !== null) throw new ConfigError([`DATABASE_URL: ${fault}`]);
    return true;
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    if (error instanceof Error && "code" in error && error.code === PROTOCOL_VIOLATION) {
      throw new ConfigError([`DATABASE_URL: ${error.message}. ${REFUSED_PARAMETER}`]);
    }
    return false;
  }
}

export const REFUSED_PARAMETER =
  "A pooler refuses the start-up parameter options: connect to Postgres directly.";
