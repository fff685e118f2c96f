import { signal } from "@fairclick/dev/processes/signals";
import { stopWithParent } from "@fairclick/dev/processes/stop-with-parent";

/** A child process that ends with this process, however it ends. */
export type Running = {
  pid: number;
  /** Resolves when the process has ended. */
  exited: Promise<unknown>;
  /** Sends SIGKILL. */
  kill: () => Promise<void>;
  /** Stops it gracefully. */
  stop: () => Promise<void>;
};

type Started = {
  pid: number;
  exited: Promise<unknown>;
  /** Deleted if this process ends without stopping it; null for none. */
  folder: string | null;
};

export function trackProcess({ pid, exited, folder }: Started): Running {
  const cancelStop = stopWithParent({ pid, folder, by: "SIGQUIT" });
  const over = exited.finally(cancelStop);
  const end = async (by: NodeJS.Signals) => {
    signal(pid, by);
    await over;
  };
  return { pid, exited: over, kill: () => end("SIGKILL"), stop: () => end("SIGTERM") };
}
