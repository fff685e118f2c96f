/** The process as commands see it. Only `main.ts` touches the process itself. */
export type Host = {
  env: Env;
  /** Writes results to standard output. */
  write: (text: string) => void;
  /** Writes errors and remarks to standard error. */
  remark: (text: string) => void;
  /** Reads standard input to its end. Throws a `CliError` above `most` characters; no limit if omitted. */
  readInput: (most?: number) => Promise<string>;
  /** Calls back when the process is asked to end, instead of ending it. */
  onStop: (stop: () => void) => void;
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
  onStop: () => {},
  colours: false,
  terminal: null,
};

export type Env = Readonly<Record<string, string | undefined>>;

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

/** Something an operator can do about a row: a command line and the key that runs it. */
export type Act = {
  key: string;
  label: string;
  /** Words of the command line, without what it acts on and the reason. */
  command: readonly string[];
  /** What it acts on, as the command line names it; empty if its options say so. */
  subjects: readonly string[];
  /** Who pays or gets how much, in words; null if no money moves. */
  stake: string | null;
  /** Label of the prompt for the reason. */
  prompt: string;
  /** Like `command`, for the same subjects: undoes it. After `--act` follows the act that was printed. */
  undo?: readonly string[];
};

export type Tone = "good" | "bad" | "warn" | "faint";

export type Row = {
  key: string;
  /** What messages call it. */
  name: string;
  cells: readonly string[];
  tone: Tone | null;
  /** Lines of the detail above the output of `show`. */
  about: readonly string[];
  /** Words of the command line whose output is the detail; null without one. */
  show: readonly string[] | null;
  acts: readonly Act[];
  /** Lists that keys open while the row is selected. */
  views: readonly KeyedView[];
};

export type Page = {
  rows: readonly Row[];
  /** Where the following rows begin; null at the end of the list. */
  cursor: string | null;
  title: string;
  /** What is wrong with the marketplace; null if nothing is. */
  warning: string | null;
  /** The lists that Tab goes through. */
  tabs: readonly View[];
  /** Lists that keys open whatever row is selected. */
  views: readonly KeyedView[];
};

export type View = {
  /** Shown in the title. Views with the same name are the same list. */
  name: string;
  /** In place of those of the screen. */
  columns?: readonly Column[];
  pollMs?: number;
  /** Reads the first rows, or those from the cursor on. */
  read: (cursor: string | null) => Promise<Page>;
};
export type KeyedView = { key: string; label: string; view: View };

/** A width of 0 takes what the other columns leave. */
export type Column = { heading: string; width: number; side?: "right" };

export type Source = {
  columns: readonly Column[];
  start: View;
  /** Runs a command line and returns what it printed. */
  run: (words: readonly string[]) => Promise<{ isDone: boolean; text: string }>;
  /** Shown in place of rows if there are none. */
  emptyText: string;
  /** Lines of the help about the rows and their keys. */
  help: readonly string[];
  /** Time from an answer to the next read. */
  pollMs: number;
};

export type DoneAct = { text: string; reason: string };
