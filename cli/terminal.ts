import type { Api } from "./connection/open-api";
import type { DoneAct } from "./views/inspect/state";
import type { TopSource } from "./views/top";

/** What only makes sense while a person looks at the screen. */
export type Terminal = {
  /** Shows that something is under way, and for how long, until it is done. */
  whileWorking: <Result>(label: string, work: Promise<Result>) => Promise<Result>;
  /** Asks for something that the screen must not show; null when the person gives up. */
  askSecret: (question: string) => Promise<string | null>;
  /** Asks before something happens; anything but a clear yes is a no. */
  confirm: (question: string) => Promise<boolean>;
  /** Shows figures anew every so often, until the person ends it. */
  showTop: (source: TopSource) => Promise<void>;
  /** Takes the whole screen until the person leaves it; gives what they have done there. */
  inspect: (api: Api) => Promise<readonly DoneAct[]>;
};
