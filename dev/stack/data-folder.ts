import { accessSync, constants, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readCommandLine } from "../processes/command-line";
import { StartError } from "./start-error";

/** Creates the folder if it is missing. Throws a `StartError` if it cannot be written. */
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
 * Locks the folder against a second start and returns the unlock function. Throws a `StartError` if
 * another start holds it. The lock of a killed start does not count: its process id belongs to no
 * process, or to one that is not `dev/start.ts`.
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
    return pid !== process.pid && readCommandLine(pid)?.includes("dev/start.ts") ? pid : null;
  } catch {
    return null;
  }
}
