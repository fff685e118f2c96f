import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** A folder that is gone when the test file is done. */
export function makeTempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "fairclick-cli-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
