import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type {} from "@fairclick/services/testing/test-redis";
import type { TestProject } from "vitest/node";
import { findFreePort } from "../processes/free-port";
import { stopWithParent } from "../processes/stop-with-parent";
import { findProgram, redisServer } from "./find-program";

/** Provides the Redis of `REDIS_URL`, or starts a temporary one for this test run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env.REDIS_URL) {
    project.provide("redis", { url: process.env.REDIS_URL });
    return async () => {};
  }
  const server = await startRedis();
  project.provide("redis", { url: server.url });
  return server.stop;
}

async function startRedis(): Promise<{ url: string; stop: () => Promise<void> }> {
  const program = findProgram(redisServer);
  if (!program) throw new Error(`The queue's tests need a Redis. ${redisServer.advice}`);
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), "fairclick-test-redis-"));
  const settings = {
    port,
    bind: "127.0.0.1",
    dir: folder,
    save: "",
    appendonly: "yes",
    "maxmemory-policy": "noeviction",
  };
  const child = spawn(
    program,
    Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
    { stdio: "ignore", detached: true },
  );
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const cancelStop = child.pid
    ? stopWithParent({ pid: child.pid, folder, by: "SIGTERM" })
    : () => {};
  const stop = async () => {
    child.kill("SIGTERM");
    await exited;
    cancelStop();
    rmSync(folder, { recursive: true, force: true });
  };
  const deadline = Date.now() + 10_000;
  while (!(await answers(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`${program} did not start.`);
    }
    await sleep(20);
  }
  return { url: `redis://127.0.0.1:${port}`, stop };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
    socket.once("data", (data) => {
      resolve(data.toString().startsWith("+PONG"));
      socket.destroy();
    });
    socket.once("error", () => resolve(false));
  });
}
