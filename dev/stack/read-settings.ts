import { type Config, ConfigError, readConfig } from "@fairclick/services/config";
import { StartError } from "./start-error";

/** Checks every setting before anything is started; what the stack provides itself need not be set. */
export function readSettings(env: Record<string, string | undefined>): Config {
  try {
    return readConfig({ ...env, DATABASE_URL: env.DATABASE_URL || "postgres://embedded" });
  } catch (error) {
    if (error instanceof ConfigError) throw new StartError(error.message);
    throw error;
  }
}
