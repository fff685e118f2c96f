import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { signal } from "../processes/signals";
import type { Running } from "./keep-running";

const root = join(import.meta.dirname, "..", "..");
const STOP_TIMEOUT_MS = 40_000;
const LARGEST_LOG_BYTES = 20 * 1024 * 1024;

export type ChildProgram = {
  name: string;
  /** Path from the root of the repository. */
  script: string;
  env: Record<string, string | undefined>;
  dataDir: string;
};

export type Child = Running & {
  pid: number;
  /** Returns what this child has written to its log so far. */
  output: () => string;
};

/**
 * Returns the last argument of every child's command line, which identifies children after their
 * parent was killed.
 */
export function dataDirFlag(dataDir: string): string {
  return `--data-dir=${dataDir}`;
}

/**
 * Runs a script with this Bun in its own process group, so that Ctrl-C in the terminal does not
 * reach it. Its output goes to `logs/<name>.log`.
 */
export function startChild({ name, script, env, dataDir }: ChildProgram): Child {
  const logFile = join(dataDir, "logs", `${name}.log`);
  const logStart = rotateLog(logFile);
  const log = openSync(logFile, "a");
  const child = spawn(process.execPath, [join(root, script), dataDirFlag(dataDir)], {
    cwd: root,
    env,
    stdio: ["ignore", log, log],
    detached: true,
  });
  closeSync(log);
  const { pid } = child;
  if (pid === undefined) throw new Error(`${name} could not be started.`);
  const exited = new Promise<string>((resolve) => {
    child.once("exit", (code, by) => resolve(by ?? `exit code ${code}`));
  });
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  return {
    pid,
    exited,
    output: () => readFileSync(logFile).subarray(logStart).toString(),
    stop: async () => {
      if (isOver()) return;
      signal(pid, "SIGTERM");
      const timer = setTimeout(() => signal(-pid, "SIGKILL"), STOP_TIMEOUT_MS);
      await exited;
      clearTimeout(timer);
    },
  };
}

/**
 * Renames a log above 20 MiB to `.old`. Returns the size of the current log in bytes, 0 if it is
 * new.
 */
function rotateLog(logFile: string): number {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size < LARGEST_LOG_BYTES) return size;
  renameSync(logFile, `${logFile}.old`);
  return 0;
}
