import { printable } from "./output";

/** Quotes a field. Prevents formula injection: spreadsheets run `=…` as a formula, and strangers choose names. */
export function toCsvField(text: string): string {
  const shown = printable(text);
  const safe = /^[=+\-@]/.test(shown) ? `'${shown}` : shown;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Returns documents as CSV with a heading: one column per field, nested fields as `clicks.valid`. Arrays
 * become JSON. Returns an empty text if there are no documents.
 */
export function toCsvTable(documents: readonly unknown[]): string {
  const rows = documents.map((document) => new Map(listFields(document)));
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  if (columns.length === 0) return "";
  const lines = rows.map((row) => columns.map((column) => row.get(column) ?? ""));
  return [columns, ...lines].map((line) => line.map(toCsvField).join(",")).join("\r\n");
}

/** Returns the fields of a document by path, such as `clicks.valid`. */
export function listFields(value: unknown, path = ""): [string, string][] {
  if (value === null || value === undefined) return [[path || "value", ""]];
  if (Array.isArray(value)) return [[path || "value", JSON.stringify(value)]];
  if (typeof value !== "object") return [[path || "value", String(value)]];
  return Object.entries(value).flatMap(([name, field]) =>
    listFields(field, path ? `${path}.${name}` : name),
  );
}
