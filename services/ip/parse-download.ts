import { setImmediate } from "node:timers/promises";
import { packAsnTable } from "@fairclick/core/ip/asn-table";
import type { SourceClass } from "@fairclick/core/ip/ip-data";
import { type DownloadedList, measureList } from "@fairclick/core/ip/judge-list";
import { createAsnTableParser } from "@fairclick/core/ip/parse-asn-table";
import { parseList } from "@fairclick/core/ip/parse-ranges";
import type { StoredContent } from "@fairclick/sql/ip/ip-lists";

/** Lines that are parsed before other work gets a turn. */
const LINES_AT_ONCE = 5_000;

/** The list's measures, which decide whether it is accepted, and its content as it is stored. */
export type ParsedDownload = { read: DownloadedList; content: StoredContent };

/** Parses a downloaded list. Never throws: unreadable lines are skipped and counted. */
export async function parseDownload(
  sourceClass: SourceClass,
  text: string,
): Promise<ParsedDownload> {
  if (sourceClass === "asn") return parseAsnDownload(text);
  const { ranges, lines, unreadable } = parseList(text);
  return {
    read: { size: measureList(ranges), unreadable },
    content: { class: sourceClass, body: lines.join("\n"), packed: null },
  };
}

async function parseAsnDownload(text: string): Promise<ParsedDownload> {
  const parser = createAsnTableParser();
  let line = 0;
  for (let start = 0; start < text.length; line += 1) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    parser.addLine(text.slice(start, end));
    start = end + 1;
    if (line % LINES_AT_ONCE === 0) await setImmediate();
  }
  const { table, ...read } = parser.finish();
  return { read, content: { class: "asn", body: null, packed: packAsnTable(table) } };
}
