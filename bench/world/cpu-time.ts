import { readFileSync } from "node:fs";

/** Clock ticks per second in which Linux reports CPU time. */
const TICKS = 100;

/**
 * Returns the CPU seconds that a process has used, or null where the system does not report them.
 */
export function cpuSeconds(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  } catch {
    return null;
  }
}

/**
 * Returns a process's resident memory in megabytes, or null where the system does not report it.
 */
export function residentMegabytes(pid: number): number | null {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kilobytes ? Number(kilobytes) / 1_024 : null;
  } catch {
    return null;
  }
}
