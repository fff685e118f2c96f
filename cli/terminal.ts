import type { Api } from "./connection/open-api";
import type { InspectOptions } from "./views/inspect/inspect-app";
import type { DoneAct } from "./views/inspect/state";
import type { TodoSource } from "./views/todo/todo-app";
import type { TopSource } from "./views/top";

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
  /** Shows live figures until the person quits. */
  showTop: (source: TopSource) => Promise<void>;
  /** Shows what waits for an operator. Returns what the person did, one line each. */
  showTodo: (source: TodoSource) => Promise<readonly string[]>;
  /** Shows the full-screen inspector. Returns the acts that the person performed. */
  inspect: (api: Api, options: InspectOptions) => Promise<readonly DoneAct[]>;
};
