import type { Config } from "@fairclick/services/config";
import type { ProcessList } from "./process-list";

/** What starting any part takes. */
export type Starting = {
  env: Record<string, string | undefined>;
  /** Of `env`, with a stand-in for what the stack itself will provide. */
  config: Config;
  say: (line: string) => void;
  /** Parts are stopped in the opposite order of their start. */
  onStop: (stop: () => Promise<void>) => void;
  processes: ProcessList;
  /** Aborted when a person does not want to wait for the start any more. */
  signal: AbortSignal;
};
