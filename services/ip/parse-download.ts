import { setImmediate } from "node:timers/promises";
import type { SourceClass, TableClass } from "@fairclick/core/ip/ip-data";
import { type DownloadedList, measureList, parseList } from "@fairclick/core/ip/lists";
import { createTableParser } from "@fairclick/core/ip/parse-range-table";
import { packRangeTable } from "@fairclick/core/ip/ranges";
import type { StoredContent } from "@fairclick/sql/ip/lists";

/** Lines that are parsed before other work gets a turn. */
const LINES_AT_ONCE = 5_000;

/** The list's measures, which decide whether it is accepted, and its content as it is stored. */
export type ParsedDownload = { read: DownloadedList; content: StoredContent };

/** Parses a downloaded list. Never throws: unreadable lines are skipped and counted. */
export async function parseDownload(
  sourceClass: SourceClass,
  text: string,
): Promise<ParsedDownload> {
  if (sourceClass === "asn" || sourceClass === "country") return parseTable(sourceClass, text);
  const { ranges, lines, unreadable } = parseList(text);
  return {
    read: { size: measureList(ranges), unreadable },
    content: { class: sourceClass, body: lines.join("\n"), packed: null },
  };
}

async function parseTable(tableClass: TableClass, text: string): Promise<ParsedDownload> {
  const parser = createTableParser(tableClass);
  let line = 0;
  for (let start = 0; start < text.length; line += 1) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    parser.addLine(text.slice(start, end));
    start = end + 1;
    if (line % LINES_AT_ONCE === 0) await setImmediate();
  }
  const { table, ...read } = parser.finish();
  return { read, content: { class: tableClass, body: null, packed: packRangeTable(table) } };
}
