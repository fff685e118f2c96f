import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readCommandLine } from "../processes/command-line";
import { signal, waitUntilGone } from "../processes/signals";
import { dataDirFlag } from "./child";

const STOP_TIMEOUT_MS = 20_000;

export type ProcessList = { record: (name: string, pid: number) => void };

/** Records the running processes in a file, for the next start after a kill. */
export function openProcessList(dataDir: string): ProcessList {
  const pids: Record<string, number> = {};
  return {
    record: (name, pid) => {
      pids[name] = pid;
      writeFileSync(fileIn(dataDir), JSON.stringify(pids));
    },
  };
}

/**
 * Stops the processes that an earlier, killed start left running, the last one first. Returns their
 * names.
 */
export async function stopOrphans(dataDir: string): Promise<string[]> {
  const found = Object.entries(read(dataDir)).filter(([, pid]) =>
    readCommandLine(pid)?.endsWith(dataDirFlag(dataDir)),
  );
  for (const [, pid] of found.reverse()) {
    signal(pid, "SIGTERM");
    if (!(await waitUntilGone(pid, STOP_TIMEOUT_MS))) signal(-pid, "SIGKILL");
  }
  return found.map(([name]) => name);
}

function fileIn(dataDir: string): string {
  return join(dataDir, "processes.json");
}

function read(dataDir: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), "utf8"));
  } catch {
    return {};
  }
}
