import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findFreePort } from "@fairclick/dev/processes/free-port";
import { stopWithParent } from "@fairclick/dev/processes/stop-with-parent";
import { makeScratchFolder } from "@fairclick/dev/setup/scratch-folder";

const root = join(import.meta.dirname, "..");
const READY_LINE = /^Fairclick is ready: (http:\S+)$/m;

export type Ports = { api: number; stripe: number; google: number; mail: number; postgres: number };

export type StackAddress = { appUrl: string; dataDir: string; ports: Ports };

export type Stack = StackAddress & {
  /** Returns everything that the start command has printed so far. */
  output: () => string;
  /** Stops the stack with SIGTERM and returns the exit code. */
  stop: () => Promise<number | null>;
};

type Options = {
  /** `demo` adds people, campaigns and visitors; `start` (the default) is empty. */
  command?: "start" | "demo";
  /** The repository to start; the one that contains this file by default. */
  folder?: string;
  dataDir?: string;
  env?: Record<string, string>;
  timeoutMs?: number;
};

/** Runs `bun start` or the demo on its own port and data folder, and resolves when it is ready. */
export async function startStack(options: Options = {}): Promise<Stack> {
  const dataDir = options.dataDir ?? makeScratchFolder("fairclick-e2e-");
  const port = await findFreePort();
  const child = spawn(process.execPath, ["run", options.command ?? "start"], {
    cwd: options.folder ?? root,
    // Public lists could contain the tests' IP addresses and must not affect verdicts.
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      IP_DATA_URL: "off",
      ...options.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const cancelStop = child.pid
    ? stopWithParent({ pid: child.pid, folder: dataDir, by: "SIGTERM" })
    : () => {};
  child.once("exit", cancelStop);
  const output = collect(child);
  const appUrl = await waitForReady(child, output, options.timeoutMs ?? 120_000);
  return {
    appUrl,
    dataDir,
    ports: JSON.parse(readFileSync(join(dataDir, "ports.json"), "utf8")),
    output,
    stop: () => stop(child),
  };
}

export function removeDataDir(stack: StackAddress): void {
  rmSync(stack.dataDir, { recursive: true, force: true });
}

function collect(child: ChildProcess): () => string {
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
  }
  return () => text;
}

async function waitForReady(
  child: ChildProcess,
  output: () => string,
  timeoutMs: number,
): Promise<string> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    const ready = READY_LINE.exec(output())?.[1];
    if (ready) return ready;
    if (child.exitCode !== null)
      throw new Error(`The stack ended before it was ready:\n${output()}`);
    await Bun.sleep(100);
  }
  await stop(child);
  throw new Error(`The stack was not ready in ${timeoutMs} ms:\n${output()}`);
}

async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  const exited = new Promise<number | null>((resolve) =>
    child.once("exit", (code) => resolve(code)),
  );
  child.kill("SIGTERM");
  return exited;
}
