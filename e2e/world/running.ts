import { endWithUs } from "@fairclick/dev/processes/end-with-us";
import { signal } from "@fairclick/dev/processes/signals";

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
  const callOff = endWithUs({ pid, folder, by: "SIGQUIT" });
  const over = exited.finally(callOff);
  const end = async (by: NodeJS.Signals) => {
    signal(pid, by);
    await over;
  };
  return { pid, exited: over, kill: () => end("SIGKILL"), stop: () => end("SIGTERM") };
}
