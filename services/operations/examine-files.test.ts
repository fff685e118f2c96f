import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { examineSpool } from "./examine-host";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "fairclick-spool-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

function addFile(name: string, { bytes = 100, at = "2026-03-03T06:00:00Z" } = {}) {
  const path = join(dataDir, "spool", name);
  mkdirSync(join(dataDir, "spool"), { recursive: true });
  writeFileSync(path, "x".repeat(bytes));
  utimesSync(path, new Date(at), new Date(at));
}

describe("examineSpool", () => {
  it("finds nothing if no click ever waited or none waits now", async () => {
    expect(await examineSpool({ dataDir })).toMatchObject({ status: "ok", advice: null });
    mkdirSync(join(dataDir, "spool"));
    expect(await examineSpool({ dataDir })).toMatchObject({ status: "ok", advice: null });
  });

  it("says how much waits for the queue, and since when", async () => {
    addFile("2-b.clicks", { bytes: 1_500 });
    addFile("1-a.clicks.taken", { at: "2026-03-03T05:00:00Z" });
    addFile("0-c.clicks.taken.damaged", { at: "2026-03-01T05:00:00Z" });
    expect(await examineSpool({ dataDir })).toMatchObject({
      check: "spool",
      status: "warn",
      detail: `2 files of clicks (1,600 bytes) in ${join(dataDir, "spool")} since 2026-03-03T05:00:00.000Z, not yet in the queue`,
      advice: expect.stringContaining("as soon as the queue accepts them"),
    });
  });

  it("names what could not be read whole", async () => {
    addFile("0-c.clicks.taken.damaged");
    expect(await examineSpool({ dataDir })).toMatchObject({
      status: "warn",
      detail: expect.stringContaining("1 file"),
      advice: expect.stringContaining("remove the file"),
    });
  });

  it("reports a failure if it cannot read the folder", async () => {
    writeFileSync(join(dataDir, "spool"), "");
    expect(await examineSpool({ dataDir })).toMatchObject({ check: "spool", status: "fail" });
  });
});
