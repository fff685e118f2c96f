import { setTimeout as sleep } from "node:timers/promises";
import type { Child } from "./child";
import { StartError } from "./start-error";

const TIMEOUT_MS = 60_000;
const POLL_MS = 40;
const SHOWN_LINES = 15;

type Awaited<Answer> = {
  name: string;
  child: Child;
  ask: (child: Child) => Promise<Answer | null> | Answer | null;
  signal: AbortSignal;
};

/** Asks until the answer is not null. Throws a `StartError` with the child's last words when it ends first. */
export async function waitUntilReady<Answer>(awaited: Awaited<Answer>): Promise<Answer> {
  const { name, child, ask, signal } = awaited;
  let ended: string | null = null;
  void child.exited.then((how) => {
    ended = how;
  });
  const deadline = Date.now() + TIMEOUT_MS;
  while (ended === null && Date.now() < deadline) {
    signal.throwIfAborted();
    const answer = await ask(child);
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

/** True for an answer in the two hundreds; null for any other and for none. */
export async function answersOk(url: string): Promise<true | null> {
  try {
    const { ok } = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    return ok || null;
  } catch {
    return null;
  }
}
