import { type Config, ConfigError, readConfig } from "@fairclick/services/config";
import { StartError } from "./start-error";

/**
 * Validates all settings before anything starts. DATABASE_URL, which the stack can provide, may be
 * empty. Throws a `StartError`.
 */
export function readSettings(env: Record<string, string | undefined>): Config {
  try {
    return readConfig({ ...env, DATABASE_URL: env.DATABASE_URL || "postgres://embedded" });
  } catch (error) {
    if (error instanceof ConfigError) throw new StartError(error.message);
    throw error;
  }
}
