import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type {} from "@fairclick/sql/testing/test-clickhouse";
import type { TestProject } from "vitest/node";
import { stopWithParent } from "../processes/stop-with-parent";
import { chdbAdvice, findChdb } from "./chdb";
import { makeScratchFolder } from "./scratch-folder";

const root = join(import.meta.dirname, "../..");

/** Starts the stand-in for ClickHouse in a process of its own for this test run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const chdb = findChdb();
  if (chdb === null) throw new Error(`The ClickHouse tests need it. ${chdbAdvice}`);
  const folder = makeScratchFolder("fairclick-test-clickhouse-");
  const child = spawn(process.execPath, ["stand-ins/clickhouse/main.ts"], {
    cwd: root,
    env: { ...process.env, CHDB_FOLDER: chdb, DATA_DIR: join(folder, "data") },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const exited = once(child, "exit");
  const cancelStop = child.pid
    ? stopWithParent({ pid: child.pid, folder, by: "SIGTERM" })
    : () => {};
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), "line"),
    exited.then(() => ["{}"]),
  ])) as [string];
  const { listening } = JSON.parse(line) as { listening?: number };
  if (listening === undefined) throw new Error("The stand-in for ClickHouse did not start.");
  project.provide("clickhouse", { url: `http://default@127.0.0.1:${listening}` });
  return async () => {
    child.kill("SIGTERM");
    await exited;
    cancelStop();
    rmSync(folder, { recursive: true, force: true });
  };
}
