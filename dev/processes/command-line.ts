import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** The command line of a running process, its words parted by spaces; null when there is no such process. */
export function commandLineOf(pid: number): string | null {
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
