import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Catalogue } from "@fairclick/core/language/t";
import { readSourceFiles } from "../boundaries/source-files";
import { readTexts, type Text } from "./read-texts";

const folder = join(import.meta.dirname, "../../core/language/spanish");

/** The part of the catalogue that each file's texts stand in. */
const parts: readonly [start: string, part: string][] = [
  ["core/", "core"],
  ["sql/", "server"],
  ["services/", "server"],
  ["api/", "server"],
  ["web/src/accounts/", "web-accounts"],
  ["web/src/campaigns/", "web-campaigns"],
  ["web/src/clicks/", "web-clicks"],
  ["web/src/money/", "web-money"],
  ["web/src/public/", "web-public"],
  ["web/", "web"],
];

export const catalogueParts: readonly string[] = [...new Set(parts.map(([, part]) => part))];

/** Returns the texts of each part, in the order of their keys, without repetition. */
export function collectTexts(): Map<string, Text[]> {
  const found = new Map(catalogueParts.map((part) => [part, new Map<string, Text>()]));
  for (const { path, text } of readSourceFiles(["core", "sql", "services", "api", "web"])) {
    const part = parts.find(([start]) => path.startsWith(start))?.[1];
    if (part === undefined || /\.test\.tsx?$|\/testing\//.test(path)) continue;
    for (const said of readTexts(path, text)) found.get(part)?.set(said.key, said);
  }
  return new Map(
    [...found].map(([part, texts]) => [
      part,
      [...texts.values()].sort((a, b) => (a.key < b.key ? -1 : 1)),
    ]),
  );
}

export function readCatalogue(part: string): Catalogue {
  const file = cataloguePath(part);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

export function writeCatalogue(part: string, catalogue: Catalogue): void {
  writeFileSync(cataloguePath(part), `${JSON.stringify(catalogue, null, 2)}\n`);
}

function cataloguePath(part: string): string {
  return join(folder, `${part}.json`);
}
