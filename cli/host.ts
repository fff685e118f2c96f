import type { Env } from "./env";
import type { Terminal } from "./terminal";

/** The process as commands see it. Only `main.ts` touches the process itself. */
export type Host = {
  env: Env;
  /** Writes results to standard output. */
  write: (text: string) => void;
  /** Writes errors and remarks to standard error. */
  remark: (text: string) => void;
  /** Reads standard input to its end. Throws a `CliError` above `most` characters; no limit if omitted. */
  readInput: (most?: number) => Promise<string>;
  /** Aborts when the person presses Ctrl-C, which from then on no longer ends the program. */
  catchInterrupt: () => AbortSignal;
  colours: boolean;
  /** Null if not interactive: in a pipe, in CI, or with `TERM=dumb`. */
  terminal: Terminal | null;
};
