import { join } from "node:path";
import { onCpu } from "@fairclick/e2e/world/redis-server";
import type { Load, LoadResult } from "./run-load";

const script = join(import.meta.dirname, "main.ts");

type Order = { paths: readonly string[]; load: Load; cpu?: number | undefined };

export async function startLoad({ paths, load, cpu }: Order): Promise<LoadResult> {
  const child = Bun.spawn(onCpu(cpu, [process.execPath, script]), {
    stdin: new Blob([JSON.stringify({ paths, load })]),
    stdout: "pipe",
  });
  const output = await child.stdout.text();
  if ((await child.exited) !== 0) throw new Error("The load could not be made");
  return JSON.parse(output);
}
