import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandLineOf } from "../processes/command-line";
import { signal, waitUntilGone } from "../processes/signals";
import { markOf } from "./child";

const STOP_TIMEOUT_MS = 20_000;

export type ProcessList = { note: (name: string, pid: number) => void };

/** Writes down which processes run, for a start that comes after this one was killed. */
export function openProcessList(dataDir: string): ProcessList {
  const pids: Record<string, number> = {};
  return {
    note: (name, pid) => {
      pids[name] = pid;
      writeFileSync(fileIn(dataDir), JSON.stringify(pids));
    },
  };
}

/** Stops what an earlier start left running, the last that it started first. */
export async function stopLeftOvers(dataDir: string): Promise<string[]> {
  const found = Object.entries(read(dataDir)).filter(([, pid]) =>
    commandLineOf(pid)?.endsWith(markOf(dataDir)),
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
