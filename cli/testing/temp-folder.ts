import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** Creates a temporary folder and deletes it after the test file. */
export function makeTempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "fairclick-cli-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Environment of an operator with a token and nothing configured. */
export function operatorEnv(root = makeTempFolder()) {
  return {
    XDG_CONFIG_HOME: join(root, "config"),
    DATA_DIR: join(root, "data"),
    FAIRCLICK_TOKEN: "fco_ann",
  };
}
