import { decimalFromMicros } from "@fairclick/core/amounts";
import type { ArchivedRow } from "@fairclick/sql/accounts/archive";

/** Formats pages of rows as one JSON array, a row per line. Amounts are exact dollars, as text. */
export async function* writeRows(pages: AsyncIterable<ArchivedRow[]>): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield separator + page.map((row) => JSON.stringify(row, exactDollars)).join(",\n");
    separator = ",\n";
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}

function exactDollars(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? decimalFromMicros(value) : value;
}
