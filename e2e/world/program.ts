import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { onCpu } from "./redis-server";
import { type Running, trackProcess } from "./running";

const root = join(import.meta.dirname, "..", "..");

export type Program = {
  name: string;
  /** Path from the root of the repository, with arguments. */
  script: string[];
  folder: string;
  env: Record<string, string>;
  /** The only processor that it may use; any if undefined. */
  cpu?: number | undefined;
  /** Flags of Bun itself. */
  flags?: string[];
};

/** Runs a script with this Bun. Its environment contains only `env` and PATH. */
export function startProgram({ name, script, folder, env, cpu, flags = [] }: Program): Running {
  mkdirSync(join(folder, "logs"), { recursive: true });
  const log = openSync(join(folder, "logs", `${name}.log`), "a");
  const [command = process.execPath, ...args] = onCpu(cpu, [process.execPath, ...flags, ...script]);
  const child = spawn(command, args, {
    cwd: root,
    env: { PATH: process.env.PATH ?? "", NODE_ENV: "production", ...env },
    stdio: ["ignore", log, log],
    detached: true,
  });
  closeSync(log);
  if (child.pid === undefined) throw new Error(`${name} could not be started`);
  const exited = new Promise((resolve) => child.once("exit", resolve));
  return trackProcess({ pid: child.pid, exited, folder });
}

/** Waits until a URL answers with success. Throws after the time-out. */
export async function waitUntilAnswering(url: string, timeoutMs = 30_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const answer = await fetch(url).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    if (Date.now() > deadline) throw new Error(`${url} does not answer`);
    await Bun.sleep(50);
  }
}
