import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readCommandLine } from "../processes/command-line";
import { signal, waitUntilGone } from "../processes/signals";

/**
 * Returns true if the server accepts connections. It writes its state to the eighth line of its pid
 * file, which `pg_ctl --wait` reads as well.
 */
export function isReady(clusterDir: string, pid: number): boolean {
  const lines = readPidFile(clusterDir);
  return lines[0] === String(pid) && lines[7]?.trim() === "ready";
}

/**
 * Stops a server that outlived the process that started it. Throws if it does not stop within 30 s.
 * Removes a pid file if its process id now belongs to a program other than Postgres, because
 * Postgres would refuse to start.
 */
export async function stopOrphanedServer(clusterDir: string): Promise<void> {
  const pid = Number(readPidFile(clusterDir)[0]);
  const command = Number.isInteger(pid) && pid > 0 ? readCommandLine(pid) : null;
  if (command?.includes(`postgres -D ${clusterDir} `)) {
    signal(pid, "SIGINT");
    if (!(await waitUntilGone(pid, 30_000))) {
      throw new Error(`The Postgres of an earlier start (process ${pid}) does not stop.`);
    }
  } else if (command && !command.includes("postgres")) {
    rmSync(pidFilePath(clusterDir));
  }
}

function pidFilePath(clusterDir: string): string {
  return join(clusterDir, "postmaster.pid");
}

function readPidFile(clusterDir: string): string[] {
  const file = pidFilePath(clusterDir);
  return existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
}
