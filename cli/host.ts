import type { Env } from "./env";
import type { Terminal } from "./terminal";

/** What a command sees of the process that it runs in. Only `main.ts` touches the process itself. */
export type Host = {
  env: Env;
  /** Where results go. */
  write: (text: string) => void;
  /** Where errors and remarks go. */
  remark: (text: string) => void;
  readInput: () => Promise<string>;
  colours: boolean;
  /** Null where no person watches: in a pipe, in CI, with `TERM=dumb`. */
  terminal: Terminal | null;
};
