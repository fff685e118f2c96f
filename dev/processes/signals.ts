import { setTimeout as sleep } from "node:timers/promises";
import { commandLineOf } from "./command-line";

/** Sends a signal to a process that may be gone already. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** Resolves true once the process is gone, false when the time is over. */
export async function waitUntilGone(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  // One that has ended and was not waited for keeps its number, but no command line.
  while (commandLineOf(pid) !== null) {
    if (Date.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}
