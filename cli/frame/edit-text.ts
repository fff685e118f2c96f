import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError } from "@fairclick/core/errors";
import type { Env } from "./host";

/** The person's editor: VISUAL, or EDITOR, or vi. It can have arguments: `code --wait`. */
export function findEditor(env: Env): string {
  return env.VISUAL || env.EDITOR || "vi";
}

/**
 * Opens an editor with a text in a file that only its owner can read, and returns what was saved.
 * Throws `conflict` if the editor does not start or ends with an error.
 */
export function editText(text: string, editor: string): string {
  const folder = mkdtempSync(join(tmpdir(), "fairclick-"));
  try {
    const file = join(folder, "policy.json");
    writeFileSync(file, text, { mode: 0o600 });
    const [command = "vi", ...args] = editor.split(" ").filter(Boolean);
    const { status, error } = spawnSync(command, [...args, file], { stdio: "inherit" });
    if (error || status !== 0) {
      const why = error ? error.message : `it ended with ${status ?? "a signal"}`;
      throw new AppError("conflict", `The editor ${command} failed: ${why}. Nothing was changed.`);
    }
    return readFileSync(file, "utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
