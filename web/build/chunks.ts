import type { Rolldown } from "vite";

export type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

/** Returns the script files of a build by their names. */
export function findChunks(bundle: Rolldown.OutputBundle): Chunks {
  const chunks = new Map<string, Rolldown.OutputChunk>();
  for (const [name, output] of Object.entries(bundle)) {
    if (output.type === "chunk") chunks.set(name, output);
  }
  return chunks;
}

/** Returns the file that contains a route's component, which may be split from the route itself. */
export function findRouteChunk(chunks: Chunks, file: string): string | undefined {
  const split = /tsr-split=[^&]*component(---|$)/;
  return (
    findChunk(chunks, (id) => id.split("?")[0]?.endsWith(file) === true && split.test(id)) ??
    findChunk(chunks, (id) => id.endsWith(file))
  );
}

function findChunk(chunks: Chunks, isSought: (moduleId: string) => boolean): string | undefined {
  return [...chunks].find(([, { moduleIds }]) => moduleIds.some(isSought))?.[0];
}

/** Returns these files and all that they import at once. */
export function withImports(chunks: Chunks, roots: Iterable<string>): Set<string> {
  const needed = new Set(roots);
  for (const name of needed) {
    for (const imported of chunks.get(name)?.imports ?? []) needed.add(imported);
  }
  return needed;
}
