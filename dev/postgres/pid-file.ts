import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { commandLineOf } from "../processes/command-line";
import { signal, waitUntilGone } from "../processes/signals";

/** The server writes its state to the eighth line of its pid file; `pg_ctl --wait` reads the same. */
export function isReady(clusterDir: string, pid: number): boolean {
  const lines = readPidFile(clusterDir);
  return lines[0] === String(pid) && lines[7]?.trim() === "ready";
}

/**
 * Stops a server that outlived the process which started it. A pid file whose number now belongs to
 * a program that is no Postgres is removed: Postgres itself would refuse to start over it.
 */
export async function clearLeftOver(clusterDir: string): Promise<void> {
  const pid = Number(readPidFile(clusterDir)[0]);
  const command = Number.isInteger(pid) && pid > 0 ? commandLineOf(pid) : null;
  if (command?.includes(`postgres -D ${clusterDir} `)) {
    signal(pid, "SIGINT");
    if (!(await waitUntilGone(pid, 30_000))) {
      throw new Error(`The Postgres of an earlier start (process ${pid}) does not stop.`);
    }
  } else if (command && !command.includes("postgres")) {
    rmSync(pidFileOf(clusterDir));
  }
}

function pidFileOf(clusterDir: string): string {
  return join(clusterDir, "postmaster.pid");
}

function readPidFile(clusterDir: string): string[] {
  const file = pidFileOf(clusterDir);
  return existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
}
