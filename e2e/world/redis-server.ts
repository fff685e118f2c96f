import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { findProgram, installProgram, redisServer } from "@fairclick/dev/setup/find-program";
import { type Running, trackProcess } from "./running";

export type Fsync = "everysec" | "always";
type Options = {
  folder: string;
  port: number;
  fsync: Fsync;
  cpu?: number;
  /** Further settings of the server. */
  settings?: Record<string, string>;
};

const START_TIMEOUT_MS = 20_000;

/** Starts a Redis configured for production, with the data of an earlier one in the same folder. */
export async function startRedisServer({
  folder,
  port,
  fsync,
  cpu,
  settings: more = {},
}: Options): Promise<Running> {
  const program = findProgram(redisServer) ?? installProgram(redisServer);
  if (!program) throw new Error(`This needs a Redis. ${redisServer.advice}`);
  const dir = join(folder, `redis-${port}`);
  mkdirSync(dir, { recursive: true });
  const settings = {
    port,
    bind: "127.0.0.1",
    dir,
    save: "",
    appendonly: "yes",
    appendfsync: fsync,
    "maxmemory-policy": "noeviction",
    ...more,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const [command = program, ...rest] = onCpu(cpu, [program, ...args]);
  const child = spawn(command, rest, { stdio: "ignore", detached: true });
  if (child.pid === undefined) throw new Error(`${program} could not be started`);
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const running = trackProcess({ pid: child.pid, exited, folder });
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await answers(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await running.kill();
      throw new Error(`${program} did not start`);
    }
    await Bun.sleep(20);
  }
  return running;
}

/** Binds the command to one processor where the system supports that. */
export function onCpu(cpu: number | undefined, command: string[]): string[] {
  const taskset = Bun.which("taskset");
  return cpu === undefined || !taskset ? command : [taskset, "-c", String(cpu), ...command];
}

/** Resolves true once Redis is ready, or asks for its password. While it loads its file, it answers with an error. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
    socket.once("data", (data) => {
      resolve(/^(\+PONG|-NOAUTH)/.test(data.toString()));
      socket.destroy();
    });
    socket.once("error", () => resolve(false));
    socket.once("close", () => resolve(false));
  });
}
