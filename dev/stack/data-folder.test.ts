import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { readCommandLine } from "../processes/command-line";
import { lockDataFolder, openDataFolder } from "./data-folder";
import { StartError } from "./start-error";

const folder = mkdtempSync(join(tmpdir(), "fairclick-test-folder-"));
const lock = join(folder, "start.pid");

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("creates the folder, and throws if that is not possible", () => {
  openDataFolder(join(folder, "new", "data"));
  expect(existsSync(join(folder, "new", "data", "logs"))).toBe(true);
  writeFileSync(join(folder, "file"), "");
  expect(() => openDataFolder(join(folder, "file"))).toThrow(StartError);
  expect(() => openDataFolder("/proc/nowhere")).toThrow("Choose another one with DATA_DIR.");
});

it("keeps other starts out while one holds the folder", async () => {
  const script = "setTimeout(() => {}, 60_000)";
  const holder = spawn(process.execPath, ["-e", script, "dev/start.ts"], { stdio: "ignore" });
  try {
    await expect.poll(() => readCommandLine(holder.pid ?? 0)).toContain("dev/start.ts");
    writeFileSync(lock, String(holder.pid));
    expect(() => lockDataFolder(folder)).toThrow(`(process ${holder.pid})`);
  } finally {
    holder.kill("SIGKILL");
  }
});

it.each([
  ["of a process that no longer exists", "999999999"],
  ["whose process id belongs to another program", String(process.ppid)],
  ["that was only partly written", ""],
])("takes over a lock %s", (_, content) => {
  writeFileSync(lock, content);
  const unlock = lockDataFolder(folder);
  unlock();
  expect(existsSync(lock)).toBe(false);
});
