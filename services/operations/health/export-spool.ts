import { statfs } from "node:fs/promises";
import { Gauge, type Registry } from "prom-client";
import { findExistingFolder } from "../../spool/find-existing-folder";
import { measureSpool, type SpoolState } from "../../spool/measure-spool";

/** Gauges of this machine's disk: the clicks that wait there for the queue, and the room that is left. */
export function exportSpool(registry: Registry, dataDir: string): void {
  const ofSpool = (read: (spool: SpoolState) => number) => async () =>
    read(await measureSpool(dataDir));
  const gauges: [string, string, () => Promise<number>][] = [
    [
      "fairclick_spool_files",
      "Files of clicks that wait for the queue on this machine's disk",
      ofSpool(({ files }) => files),
    ],
    ["fairclick_spool_bytes", "Size of these files", ofSpool(({ bytes }) => bytes)],
    [
      "fairclick_spool_oldest_age_seconds",
      "How long the oldest of these files has waited; 0 without any",
      ofSpool(({ since }) => (since ? Math.max(0, (Date.now() - since.getTime()) / 1_000) : 0)),
    ],
    [
      "fairclick_data_dir_free_bytes",
      "Room that is left on the disk of DATA_DIR",
      () => readFreeBytes(dataDir),
    ],
  ];
  for (const [name, help, read] of gauges) {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        // A folder that cannot be read must not take the other metrics away: readyz says what it is.
        const value = await read().catch(() => null);
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  }
}

async function readFreeBytes(dataDir: string): Promise<number> {
  const { bavail, bsize } = await statfs(await findExistingFolder(dataDir));
  return bavail * bsize;
}
