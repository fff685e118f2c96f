import { createTableParser, type ParsedTable, type TableClass } from "../ip-data";
import type { RangeTable } from "../ranges";

export function parseTableText(tableClass: TableClass, text: string): ParsedTable {
  const parser = createTableParser(tableClass);
  for (const line of text.split("\n")) parser.addLine(line);
  return parser.finish();
}

export function parseAsnTable(text: string): RangeTable {
  return parseTableText("asn", text).table;
}

export function parseCountryTable(text: string): RangeTable {
  return parseTableText("country", text).table;
}
