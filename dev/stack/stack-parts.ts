import type { Config } from "@fairclick/services/config";
import type { ProcessList } from "./process-list";

/** What every part needs to start. */
export type Starting = {
  env: Record<string, string | undefined>;
  /** The settings of `env`, with a placeholder for the database that the stack provides. */
  config: Config;
  say: (line: string) => void;
  /** Registers a stop function. Parts are stopped in reverse order of their start. */
  onStop: (stop: () => Promise<void>) => void;
  processes: ProcessList;
  /** Aborted if the user cancels the start. */
  signal: AbortSignal;
};
