import { join } from "node:path";

/** Where an api process keeps clicks while the queue cannot take them. Several may share it. */
export function spoolFolder(dataDir: string): string {
  return join(dataDir, "spool");
}

/** How a file's name ends: being written, taken for a replay, replayed as far as it could be read. */
export const spoolEndings = { spooled: ".clicks", taken: ".taken", damaged: ".damaged" } as const;
