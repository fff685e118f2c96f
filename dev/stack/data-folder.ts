import { accessSync, constants, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandLineOf } from "../processes/command-line";
import { StartError } from "./start-error";

/** Makes the folder where it is missing. Throws a `StartError` where nothing can be written to it. */
export function openDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    mkdirSync(join(dataDir, "logs"), { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    writeFileSync(join(dataDir, "logs", ".written"), "");
    rmSync(join(dataDir, "logs", ".written"));
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? error.code : error;
    throw new StartError(
      `The data folder ${dataDir} cannot be written (${reason}). Choose another one with DATA_DIR.`,
    );
  }
}

/**
 * Keeps a second start off the folder; the answer gives it free. The lock of a start that was killed
 * does not count: its number belongs to nobody, or to a program that is not this one.
 */
export function lockDataFolder(dataDir: string): () => void {
  const file = join(dataDir, "start.pid");
  const holder = readHolder(file);
  if (holder !== null) {
    throw new StartError(
      `Fairclick already runs on the data folder ${dataDir} (process ${holder}). Stop it first, or choose another folder with DATA_DIR and another port with PORT.`,
    );
  }
  rmSync(file, { force: true });
  writeFileSync(file, String(process.pid), { flag: "wx" });
  return () => rmSync(file, { force: true });
}

function readHolder(file: string): number | null {
  try {
    const pid = Number(readFileSync(file, "utf8"));
    return pid !== process.pid && commandLineOf(pid)?.includes("dev/start.ts") ? pid : null;
  } catch {
    return null;
  }
}
