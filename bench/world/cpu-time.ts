import { readFileSync } from "node:fs";

/** Clock ticks a second, as Linux counts processor time for programs. */
const TICKS = 100;

/** Seconds of processor time that a process has used; null where the system does not tell. */
export function cpuSeconds(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  } catch {
    return null;
  }
}

/** Resident memory of a process in megabytes; null where the system does not tell. */
export function residentMegabytes(pid: number): number | null {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kilobytes ? Number(kilobytes) / 1_024 : null;
  } catch {
    return null;
  }
}
