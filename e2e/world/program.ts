import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { onCpu } from "./redis-server";
import { keepTrack, type Running } from "./running";

const root = join(import.meta.dirname, "..", "..");

export type Program = {
  name: string;
  /** From the root of the checkout, with its arguments. */
  script: string[];
  folder: string;
  env: Record<string, string>;
  /** The one processor that it may use. */
  cpu?: number | undefined;
  /** Options of Bun's own. */
  flags?: string[];
};

/** Runs a script with this Bun and nothing of our environment but the path. */
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
  return keepTrack({ pid: child.pid, exited, folder });
}

/** Waits until a local address answers with success. */
export async function untilAnswering(url: string, timeoutMs = 30_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const answer = await fetch(url).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    if (Date.now() > deadline) throw new Error(`${url} does not answer`);
    await Bun.sleep(50);
  }
}
