import type { DoneAct, Source } from "./views/screen/source";

/** Interactive functions of the terminal. */
export type Terminal = {
  /** Shows a spinner with the elapsed time until the work settles. */
  whileWorking: <Result>(label: string, work: Promise<Result>) => Promise<Result>;
  /** Asks for a secret without showing it. Returns null if the person cancels. */
  promptSecret: (question: string) => Promise<string | null>;
  /** Asks a yes/no question. Only `y` means yes. */
  confirm: (question: string) => Promise<boolean>;
  /** Clears the screen. */
  clear: () => void;
  /** Opens the person's editor with a text. Returns the saved text. Throws if the editor fails. */
  editText: (text: string) => Promise<string>;
  /** Shows a list with its details and acts until the person quits. Returns the acts that were performed. */
  showScreen: (source: Source) => Promise<readonly DoneAct[]>;
};
