import { setTimeout as sleep } from "node:timers/promises";

export type Running = {
  /** Resolves on exit, with the exit code or signal. */
  exited: Promise<string>;
  /** Ends it if it still runs, and resolves after its exit. */
  stop: () => Promise<void>;
};

type Kept = {
  name: string;
  first: Running;
  restart: () => Running | Promise<Running>;
  say: (line: string) => void;
};

const SHORTEST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
/** A part that ran for this long starts over with the shortest pause. */
const STEADY_MS = 30_000;

/**
 * Restarts a part whenever it exits by itself, with pauses that double up to 10 s while it keeps
 * failing.
 */
export function keepRunning({ name, first, restart, say }: Kept): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  let current = first;
  let pauseMs = SHORTEST_PAUSE_MS;

  const replace = async (reason: string) => {
    say(`${name} exited (${reason}). Restarting.`);
    await sleep(pauseMs, null, { signal: stopping.signal }).catch(() => {});
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    if (stopping.signal.aborted) return;
    try {
      current = await restart();
    } catch (error) {
      await replace(error instanceof Error ? error.message : String(error));
    }
  };
  const watch = async () => {
    while (!stopping.signal.aborted) {
      const startedAt = Date.now();
      const how = await current.exited;
      if (Date.now() - startedAt > STEADY_MS) pauseMs = SHORTEST_PAUSE_MS;
      if (!stopping.signal.aborted) await replace(how);
    }
    await current.stop();
  };
  const watched = watch();
  return {
    stop: async () => {
      stopping.abort();
      await current.stop();
      await watched;
    },
  };
}
