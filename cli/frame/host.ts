import type { DoneAct, Source } from "../screen/state-more";

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

/** A host without input or output, to list the commands. */
export const silentHost: Host = {
  env: {},
  write: () => {},
  remark: () => {},
  readInput: async () => "",
  catchInterrupt: () => new AbortController().signal,
  colours: false,
  terminal: null,
};

/** The environment variables of the process. */
export type Env = Readonly<Record<string, string | undefined>>;

/** Interactive functions of the terminal. */
export type Terminal = {
  /** Shows a spinner with the elapsed time until the work settles. */
  whileWorking: <Result>(label: string, work: Promise<Result>) => Promise<Result>;
  /** Asks for a secret without showing it. Returns null if the person cancels. */
  promptSecret: (question: string) => Promise<string | null>;
  /** Asks a yes/no question. Only `y` means yes. */
  confirm: (question: string) => Promise<boolean>;
  /** Shows a list with its details and acts until the person quits. Returns the acts that were performed. */
  showScreen: (source: Source) => Promise<readonly DoneAct[]>;
};
