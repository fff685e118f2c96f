import { join } from "node:path";

/** The folder where api processes keep clicks while the queue is down. Several processes can share it. */
export function spoolFolder(dataDir: string): string {
  return join(dataDir, "spool");
}

/** How a file's name ends: being written, taken for a replay, replayed as far as it could be read. */
export const spoolEndings = { spooled: ".clicks", taken: ".taken", damaged: ".damaged" } as const;
