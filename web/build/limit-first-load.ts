import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

type Limit = { kilobytes: number; routes: Record<string, string[]> };
type Chunk = { code: string; imports: string[]; moduleIds: string[]; isEntry: boolean };

/** Prints the gzipped JavaScript that each page needs at first load, and fails the build above the limit. */
export function limitFirstLoad({ kilobytes, routes }: Limit): Plugin {
  return {
    name: "limit-first-load",
    apply: "build",
    generateBundle(_options, bundle) {
      const chunks = new Map<string, Chunk>();
      for (const [name, output] of Object.entries(bundle)) {
        if (output.type === "chunk") chunks.set(name, output);
      }
      const entries = [...chunks].filter(([, chunk]) => chunk.isEntry).map(([name]) => name);
      for (const [path, files] of Object.entries(routes)) {
        const own = files.map(
          (file) =>
            findChunk(chunks, `${file}?tsr-split=component`) ??
            findChunk(chunks, file) ??
            this.error(`no chunk contains ${file}`),
        );
        const size = firstLoad(chunks, [...entries, ...own]) / 1_000;
        const line = `${path}: ${size.toFixed(1)} kB of JavaScript at first load (limit ${kilobytes} kB)`;
        if (size > kilobytes) this.error(line);
        this.info(line);
      }
    },
  };
}

function findChunk(chunks: Map<string, Chunk>, module: string): string | undefined {
  return [...chunks].find(([, { moduleIds }]) => moduleIds.some((id) => id.endsWith(module)))?.[0];
}

function firstLoad(chunks: Map<string, Chunk>, roots: string[]): number {
  const needed = new Set(roots);
  for (const name of needed) {
    for (const imported of chunks.get(name)?.imports ?? []) needed.add(imported);
  }
  return [...needed].reduce(
    (total, name) => total + gzipSync(chunks.get(name)?.code ?? "").byteLength,
    0,
  );
}
