import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import type { Env } from "../env";
import { CliError } from "../failures";
import { printable } from "../output/printable";
import { profilesFile } from "./profiles";
import { writePrivately } from "./write-privately";

export const MAX_FILTER_NAME = 40;
const MAX_FILTER_TEXT = 500;
const MAX_FILTERS = 100;
const MAX_FILE_BYTES = 100_000;

/** Names are typed on the command line and shown on screens. */
const namePattern = /^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u;

export const filterNameSchema = z
  .string()
  .trim()
  .min(1, { error: "A name is required" })
  .max(MAX_FILTER_NAME, { error: `A name has at most ${MAX_FILTER_NAME} characters` })
  .refine((name) => namePattern.test(name) && printable(name) === name, {
    error: "A name begins with a letter or a digit; spaces, dots, - and _ may follow",
  });

const filtersSchema = z
  .record(
    filterNameSchema,
    z
      .string()
      .max(MAX_FILTER_TEXT)
      .refine((text) => printable(text) === text),
  )
  .refine((filters) => Object.keys(filters).length <= MAX_FILTERS);

/** Filters of clicks as typed in `inspect`, by name. */
export type SavedFilters = ReadonlyMap<string, string>;

export function savedFiltersFile(env: Env): string {
  return join(dirname(profilesFile(env)), "filters.json");
}

/** Returns the filters sorted by name. Throws if the file is damaged or has text that is not printable. */
export function readSavedFilters(env: Env): SavedFilters {
  const file = savedFiltersFile(env);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) return new Map();
  const isSmall = stats.isFile() && stats.size <= MAX_FILE_BYTES;
  const filters = filtersSchema.safeParse(isSmall ? parseJson(readFileSync(file, "utf8")) : null);
  if (!filters.success) {
    throw new CliError("validation", `${file} is damaged.`, "Repair or delete it.");
  }
  return new Map(Object.entries(filters.data).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns a saved filter. Throws `not_found` with the names that exist. */
export function getSavedFilter(env: Env, name: string): string {
  const filters = readSavedFilters(env);
  const text = filters.get(name);
  if (text !== undefined) return text;
  const names = [...filters.keys()];
  throw new CliError(
    "not_found",
    `There is no saved filter “${printable(name)}”.`,
    names.length > 0
      ? `Saved: ${names.join(", ")}.`
      : "Press F in `fairclick inspect` to save one.",
  );
}

/** Saves a filter. Throws `conflict` if the name is taken, and `validation` for a name or a text that cannot be saved. */
export function saveFilter(env: Env, { name, text }: { name: string; text: string }): void {
  const filters = readSavedFilters(env);
  const checked = filterNameSchema.safeParse(name);
  if (!checked.success) throw invalid(checked.error.issues[0]?.message ?? "The name is invalid");
  if (filters.has(checked.data)) {
    throw new CliError("conflict", `“${checked.data}” exists already.`, "Choose another name.");
  }
  if (filters.size >= MAX_FILTERS) throw invalid(`At most ${MAX_FILTERS} filters can be saved`);
  if (text.length > MAX_FILTER_TEXT || printable(text) !== text) {
    throw invalid(`Only printable filters of at most ${MAX_FILTER_TEXT} characters can be saved`);
  }
  write(env, new Map([...filters, [checked.data, text]]));
}

export function deleteSavedFilter(env: Env, name: string): void {
  const filters = new Map(readSavedFilters(env));
  if (filters.delete(name)) write(env, filters);
}

function write(env: Env, filters: SavedFilters): void {
  const text = JSON.stringify(Object.fromEntries(filters), null, 2);
  writePrivately(savedFiltersFile(env), `${text}\n`);
}

function invalid(message: string): CliError {
  return new CliError("validation", `${message}.`, "");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
