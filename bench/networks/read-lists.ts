import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createTableParser, type IpList, listClasses } from "@fairclick/core/ip/ip-data";
import { parseList } from "@fairclick/core/ip/lists";
import {
  type AddressRange,
  openRangeTables,
  packRangeTable,
  type RangeTable,
} from "@fairclick/core/ip/ranges";

export type PublishedData = {
  lists: IpList[];
  asnTable: RangeTable;
  /** Lists of people's addresses, \`people-*\`: they are not known to the product. */
  people: ReadonlyMap<string, AddressRange[]>;
};

/** Reads every file of the folder. Prints the files that are neither a list nor an AS table. */
export async function readLists(folder: string): Promise<PublishedData> {
  const lists: IpList[] = [];
  const tables: Uint8Array[] = [];
  const people = new Map<string, AddressRange[]>();
  for (const file of (await readdir(folder)).sort()) {
    const listClass = listClasses.find((name) => file.startsWith(`${name}-`));
    const isPeople = file.startsWith("people-");
    if (!listClass && !isPeople && !/^asn-.*\.[ct]sv$/.test(file)) {
      console.log(`Not read: ${file}`);
      continue;
    }
    const text = await readFile(join(folder, file), "utf8");
    if (listClass || isPeople) {
      const { ranges, unreadable } = parseList(text);
      if (listClass) lists.push({ name: file, class: listClass, date: "", ranges });
      else people.set(file, ranges);
      console.log(`${file}: ${ranges.length} ranges, ${unreadable.length} unreadable lines`);
      continue;
    }
    const parser = createTableParser("asn");
    for (const row of text.split("\n")) parser.addLine(row);
    const { table, size, unreadable } = parser.finish();
    tables.push(packRangeTable(table));
    console.log(`${file}: ${size.ranges} ranges, ${unreadable.length} unreadable lines`);
  }
  return { lists, asnTable: openRangeTables(tables), people };
}
