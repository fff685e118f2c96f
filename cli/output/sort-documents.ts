import { CliError } from "../failures";
import { listFields } from "./csv";

/**
 * Sorts documents by a field such as `clicks.valid`; `-clicks.valid` sorts the largest first. Numbers
 * are compared as numbers, also those in texts; documents without a value come last. Throws a
 * `CliError` if no document has the field.
 */
export function sortDocuments<Document>(documents: readonly Document[], by: string): Document[] {
  const isDescending = by.startsWith("-");
  const field = isDescending ? by.slice(1) : by;
  const rows = documents.map((document) => ({ document, fields: new Map(listFields(document)) }));
  const known = new Set(rows.flatMap(({ fields }) => [...fields.keys()]));
  if (documents.length > 0 && !known.has(field)) {
    throw new CliError(
      "validation",
      `The rows have no field "${field}".`,
      `--sort takes one of: ${[...known].join(", ")}.`,
    );
  }
  const valued = rows.filter(({ fields }) => fields.get(field));
  const empty = rows.filter(({ fields }) => !fields.get(field));
  const sign = isDescending ? -1 : 1;
  valued.sort((a, b) => sign * compareTexts(a.fields.get(field) ?? "", b.fields.get(field) ?? ""));
  return [...valued, ...empty].map(({ document }) => document);
}

const INTEGER = /^-?\d{1,30}$/;

function compareTexts(a: string, b: string): number {
  if (INTEGER.test(a) && INTEGER.test(b)) {
    const difference = BigInt(a) - BigInt(b);
    return difference === 0n ? 0 : difference < 0n ? -1 : 1;
  }
  const [first, second] = [Number(a), Number(b)];
  if (!Number.isNaN(first) && !Number.isNaN(second)) return first - second;
  return a < b ? -1 : Number(a > b);
}
