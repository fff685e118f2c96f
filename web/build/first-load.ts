import { gzipSync } from "node:zlib";
import type { Plugin, Rolldown } from "vite";

export type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

export function findChunks(bundle: Rolldown.OutputBundle): Chunks {
  const chunks = new Map<string, Rolldown.OutputChunk>();
  for (const [name, output] of Object.entries(bundle)) {
    if (output.type === "chunk") chunks.set(name, output);
  }
  return chunks;
}

function findChunk(chunks: Chunks, file: string): string | undefined {
  return [...chunks].find(([, { moduleIds }]) => moduleIds.some((id) => id.endsWith(file)))?.[0];
}

/** Returns these files and all that they import at once. */
function withImports(chunks: Chunks, roots: Iterable<string>): Set<string> {
  const needed = new Set(roots);
  for (const name of needed) {
    for (const imported of chunks.get(name)?.imports ?? []) needed.add(imported);
  }
  return needed;
}

type Limit = { kilobytes: number; pages: Readonly<Record<string, string>> };

/** Prints the gzipped JavaScript that each page needs at first load, and fails the build above the limit. */
export function limitFirstLoad({ kilobytes, pages }: Limit): Plugin {
  return {
    name: "limit-first-load",
    apply: "build",
    generateBundle(_options, bundle) {
      const chunks = findChunks(bundle);
      const entries = [...chunks].filter(([, chunk]) => chunk.isEntry).map(([name]) => name);
      for (const [path, file] of Object.entries(pages)) {
        const own = findChunk(chunks, file) ?? this.error(`no chunk contains ${file}`);
        const size = firstLoad(chunks, [...entries, own]) / 1_000;
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

/** Behind what the app asks the server for: a browser has six connections. */
const preload = { rel: "modulepreload", crossorigin: true, fetchpriority: "low" };

/**
 * Names in the page the files that a page needs besides the app's own, so that they load beside it
 * instead of one round trip later. The server keeps those of the requested page
 * (`api/pages/spa.ts`).
 *
 * @param pages Files of pages by their path.
 */
export function preloadPages(pages: Readonly<Record<string, readonly string[]>>): Plugin {
  return {
    name: "preload-pages",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle = {} }) {
        const chunks = findChunks(bundle);
        const entries = [...chunks].filter(([, { isEntry }]) => isEntry).map(([name]) => name);
        const inApp = withImports(chunks, entries);
        return Object.entries(pages).flatMap(([path, files]) => {
          const own = files.map((file) => {
            const chunk = findChunk(chunks, file);
            if (!chunk) throw new Error(`no chunk contains ${file}`);
            return chunk;
          });
          const names = [...withImports(chunks, own)].filter((name) => !inApp.has(name));
          return names.map((name) => ({
            tag: "link",
            attrs: { ...preload, href: `/${name}`, "data-page": path },
            injectTo: "head" as const,
          }));
        });
      },
    },
  };
}
