import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/**
 * Returns the command line of a running process, words separated by spaces, or null if there is no
 * such process.
 */
export function readCommandLine(pid: number): string | null {
  if (!existsSync("/proc/self/cmdline")) {
    return (
      spawnSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" }).stdout.trim() ||
      null
    );
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim() || null;
  } catch {
    return null;
  }
}
