import { signal } from "@fairclick/dev/processes/signals";
import { stopWithParent } from "@fairclick/dev/processes/stop-with-parent";

/** A process of a benchmark's. It ends with us, however we end. */
export type Running = {
  pid: number;
  /** Resolves when it is over. */
  exited: Promise<unknown>;
  /** `kill -9`. */
  kill: () => Promise<void>;
  /** The polite way. */
  stop: () => Promise<void>;
};

type Started = {
  pid: number;
  exited: Promise<unknown>;
  /** Removed when we end without having stopped it. */
  folder: string | null;
};

export function keepTrack({ pid, exited, folder }: Started): Running {
  const cancelStop = stopWithParent({ pid, folder, by: "SIGQUIT" });
  const over = exited.finally(cancelStop);
  const end = async (by: NodeJS.Signals) => {
    signal(pid, by);
    await over;
  };
  return { pid, exited: over, kill: () => end("SIGKILL"), stop: () => end("SIGTERM") };
}
