import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

export type SourceFile = { path: string; text: string };

const root = join(import.meta.dirname, "..", "..");

/** Reads every handwritten TypeScript file of the folders, with its path from the root. */
export function readSourceFiles(folders: string[]): SourceFile[] {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /(?<!\.gen|\.d)\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !/(^|\/)(node_modules|dist)\//.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}
