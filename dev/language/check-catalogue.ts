import type { Catalogue } from "@fairclick/core/language/t";
import type { Text } from "./read-texts";

type Entry = Catalogue[string];

/** Returns what is wrong with a translation; null if nothing is. */
export function checkEntry({ key, plural }: Text, entry: Entry | undefined): string | null {
  if (plural) return checkForms(key, entry);
  if (typeof entry !== "string" || entry === "") return `not translated: ${key}`;
  const isWhole = listValues(entry).join() === listValues(key).join();
  return isWhole ? null : `other values than the English text: ${key}`;
}

function checkForms(key: string, entry: Entry | undefined): string | null {
  if (typeof entry !== "object") return `not translated: ${key}`;
  const { one, many, other } = entry;
  if (!(one && many && other)) return `needs the forms one, many and other: ${key}`;
  return [one, many, other].every((form) => form.split("#").length === key.split("#").length)
    ? null
    : `other numbers than the English text: ${key}`;
}

function listValues(text: string): string[] {
  return (text.match(/\{\d+\}/g) ?? []).sort();
}
