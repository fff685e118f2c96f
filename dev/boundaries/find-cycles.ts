import { posix } from "node:path";
import ts from "typescript-6";
import type { SourceFile } from "./source-files";

/**
 * Returns one line per import cycle among the files; type imports count. Each line lists the files
 * that import one another, directly or through others. Follows relative imports only: imports of
 * other workspaces go one way.
 */
export function findCycles(files: readonly SourceFile[]): string[] {
  const paths = new Set(files.map(({ path }) => path));
  const imports = new Map(files.map((file) => [file.path, listImports(file, paths)]));
  const left = new Set(paths);
  const cycles: string[] = [];
  for (const path of paths) {
    if (!left.has(path)) continue;
    const reached = reach(path, imports);
    const cycle = [...reached].filter((other) => reach(other, imports).has(path)).sort();
    for (const member of [path, ...cycle]) left.delete(member);
    if (cycle.length > 0) cycles.push(`import cycle: ${cycle.join(", ")}`);
  }
  return cycles;
}

/** Returns the files that `path` imports, directly or through others; itself only in a cycle. */
function reach(path: string, imports: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set<string>();
  const open = [path];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const target of imports.get(next) ?? []) {
      if (reached.has(target)) continue;
      reached.add(target);
      open.push(target);
    }
  }
  return reached;
}

function listImports({ path, text }: SourceFile, paths: ReadonlySet<string>): string[] {
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.filter(({ fileName }) => fileName.startsWith("."))
    .map(({ fileName }) => posix.join(posix.dirname(path), fileName))
    .flatMap((base) => [base, `${base}.ts`, `${base}.tsx`].find((name) => paths.has(name)) ?? []);
}
