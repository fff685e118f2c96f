import { join } from "node:path";
import { printTable } from "../report/print-table";
import { openApiWorld } from "../world/api-world";
import { residentMegabytes } from "../world/cpu-time";

const script = join(import.meta.dirname, "fill-link-cache.ts");

/** What an api process takes with nothing to remember, and what so many links take in its cache. */
export async function benchMemory(links: number): Promise<void> {
  const world = await openApiWorld();
  try {
    const api = await world.startApi("everysec");
    const idle = residentMegabytes(api.pid);
    const filler = Bun.spawn([process.execPath, script, String(links)], { stdout: "pipe" });
    const filled: { links: number; megabytes: number } = JSON.parse(await filler.stdout.text());
    printTable(
      ["memory", "MB"],
      [
        ["an api process that has just started", idle?.toFixed(0) ?? "not known here"],
        [`${filled.links.toLocaleString("en-US")} links in its cache`, filled.megabytes.toFixed(0)],
      ],
    );
  } finally {
    await world.close();
  }
}
