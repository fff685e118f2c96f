import { setTimeout as sleep } from "node:timers/promises";
import { readCommandLine } from "./command-line";

/** Sends a signal. Does nothing if the process no longer exists. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** Resolves true once the process is gone, or false after the timeout. */
export async function waitUntilGone(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  // A zombie process keeps its id but has no command line.
  while (readCommandLine(pid) !== null) {
    if (Date.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}
