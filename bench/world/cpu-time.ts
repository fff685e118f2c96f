import { readdirSync, readFileSync } from "node:fs";

/** Clock ticks per second in which Linux reports CPU time. */
const TICKS = 100;

/**
 * Returns the CPU seconds that a process has used, or null where the system does not report them.
 */
export function cpuSeconds(pid: number): number | null {
  const fields = readStat(pid);
  return fields && (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Returns the fields after a process's name: state, parent; null if it is gone. */
function readStat(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
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

/**
 * Returns the CPU seconds of a process, of its children, and of children that have ended. Throws
 * where the system does not report them.
 */
export function familyCpuSeconds(pid: number): number {
  let ticks = 0;
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const fields = readStat(Number(name));
    if (!fields || (Number(name) !== pid && Number(fields[1]) !== pid)) continue;
    ticks += Number(fields[11]) + Number(fields[12]);
    if (Number(name) === pid) ticks += Number(fields[13]) + Number(fields[14]);
  }
  return ticks / TICKS;
}
