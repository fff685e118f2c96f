import type { AsnTable } from "../asn-table";
import { createAsnTableParser, type ParsedAsnTable } from "../parse-asn-table";

export function parseAsnText(text: string): ParsedAsnTable {
  const parser = createAsnTableParser();
  for (const line of text.split("\n")) parser.addLine(line);
  return parser.finish();
}

export function parseAsnTable(text: string): AsnTable {
  return parseAsnText(text).table;
}
