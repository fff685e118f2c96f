import { setTimeout as sleep } from "node:timers/promises";
import type { Child } from "./child";
import { StartError } from "./start-error";

const TIMEOUT_MS = 60_000;
const POLL_MS = 40;
const SHOWN_LINES = 15;

type Awaited<Answer> = {
  name: string;
  child: Child;
  probe: (child: Child) => Promise<Answer | null> | Answer | null;
  signal: AbortSignal;
};

/**
 * Calls `probe` until it returns a value and returns that. Throws a `StartError` with the child's
 * last output if it exits first or after 60 s.
 */
export async function waitUntilReady<Answer>(awaited: Awaited<Answer>): Promise<Answer> {
  const { name, child, probe, signal } = awaited;
  let ended: string | null = null;
  void child.exited.then((how) => {
    ended = how;
  });
  const deadline = Date.now() + TIMEOUT_MS;
  while (ended === null && Date.now() < deadline) {
    signal.throwIfAborted();
    const answer = await probe(child);
    if (answer !== null) return answer;
    await sleep(POLL_MS);
  }
  const words = child.output().trim().split("\n").slice(-SHOWN_LINES).join("\n");
  throw new StartError(
    ended === null
      ? `The ${name} did not get ready within ${TIMEOUT_MS / 1_000} s.\n${words}`
      : `The ${name} did not start (${ended}).\n${words}`,
  );
}

/** Returns true for a 2xx response, or null for any other response or none. */
export async function probeOk(url: string): Promise<true | null> {
  try {
    const { ok } = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    return ok || null;
  } catch {
    return null;
  }
}
