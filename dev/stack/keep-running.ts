import { setTimeout as sleep } from "node:timers/promises";

export type Running = {
  /** Resolves when it is over, with how it ended. */
  exited: Promise<string>;
  /** Ends it if it still runs, and waits for that. */
  stop: () => Promise<void>;
};

type Kept = {
  name: string;
  first: Running;
  startAgain: () => Running | Promise<Running>;
  say: (line: string) => void;
};

const SHORTEST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
/** One that ran this long and then ended is not one that cannot run. */
const STEADY_MS = 30_000;

/** Starts a part again whenever it ends by itself, with pauses that grow while it keeps failing. */
export function keepRunning({ name, first, startAgain, say }: Kept): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  let current = first;
  let pauseMs = SHORTEST_PAUSE_MS;

  const replace = async (reason: string) => {
    say(`${name} ended (${reason}) and is started again.`);
    await sleep(pauseMs, null, { signal: stopping.signal }).catch(() => {});
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    if (stopping.signal.aborted) return;
    try {
      current = await startAgain();
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
