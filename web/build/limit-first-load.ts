import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { type Chunks, findChunks, findRouteChunk, withImports } from "./chunks.ts";

type Limit = { kilobytes: number; routes: Record<string, string[]> };

/** Prints the gzipped JavaScript that each page needs at first load, and fails the build above the limit. */
export function limitFirstLoad({ kilobytes, routes }: Limit): Plugin {
  return {
    name: "limit-first-load",
    apply: "build",
    generateBundle(_options, bundle) {
      const chunks = findChunks(bundle);
      const entries = [...chunks].filter(([, chunk]) => chunk.isEntry).map(([name]) => name);
      for (const [path, files] of Object.entries(routes)) {
        const own = files.map(
          (file) => findRouteChunk(chunks, file) ?? this.error(`no chunk contains ${file}`),
        );
        const size = firstLoad(chunks, [...entries, ...own]) / 1_000;
        const line = `${path}: ${size.toFixed(1)} kB of JavaScript at first load (limit ${kilobytes} kB)`;
        if (size > kilobytes) this.error(line);
        this.info(line);
      }
    },
  };
}

function firstLoad(chunks: Chunks, roots: string[]): number {
  return [...withImports(chunks, roots)].reduce(
    (total, name) => total + gzipSync(chunks.get(name)?.code ?? "").byteLength,
    0,
  );
}
