import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";

/** The most script that a page may load, with the rules of a form that was filled in wrongly, as sent (bytes). */
export const MAX_SCRIPT_BYTES = 155_000;

/** What a file costs besides its body: the headers of `api/pages/spa.ts` on HTTP/1.1. */
const HEADER_BYTES = 330;

const assets = join(import.meta.dirname, "..", "web", "dist", "assets");

/** Returns what all scripts of the page cost as sent, headers too, from the cache or not (bytes). */
export async function measureScript(page: Page): Promise<number> {
  return sum((await listScripts(page)).map(({ bytes }) => bytes));
}

/**
 * Returns what a page that was opened in English loads in Spanish (bytes): the Spanish copies of its
 * scripts, as the server sends them.
 */
export async function measureSpanishScript(page: Page): Promise<number> {
  return sum((await listScripts(page)).map(sizeInSpanish));
}

/** Returns the scripts that a page has loaded although they have a copy in its own language, Spanish. */
export async function listEnglishScripts(page: Page): Promise<string[]> {
  return (await listScripts(page)).map(({ name }) => name).filter(findSpanishCopy);
}

type Script = { name: string; bytes: number };

function listScripts(page: Page): Promise<Script[]> {
  return page.evaluate<Script[]>(`performance.getEntriesByType("resource")
    .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, bytes: encodedBodySize }))
    .filter(({ name }) => name.endsWith(".js"))
    .map(({ name, bytes }) => ({ name: name.slice(name.lastIndexOf("/") + 1), bytes }))`);
}

function sizeInSpanish({ name, bytes }: Script): number {
  const copy = findSpanishCopy(name);
  if (copy === undefined) return bytes;
  const encoding = [".br", ".gz", ""].find((ending) => compressedSize(name + ending) === bytes);
  if (encoding === undefined) throw new Error(`${name} was not sent as it was built`);
  // Short files have no compressed version.
  return compressedSize(copy + encoding) || compressedSize(copy);
}

/** Returns undefined if the script has no texts: all languages share it. */
function findSpanishCopy(name: string): string | undefined {
  const start = name.replace(/js$/, "es-");
  return readdirSync(assets).find((file) => file.startsWith(start) && file.endsWith(".js"));
}

/** Returns 0 if there is no such file. */
function compressedSize(name: string): number {
  return statSync(join(assets, name), { throwIfNoEntry: false })?.size ?? 0;
}

function sum(sizes: number[]): number {
  return sizes.reduce((total, size) => total + size + HEADER_BYTES, 0);
}
