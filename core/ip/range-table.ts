import { parseIpv4, parseIpv6Network } from "./address-number";

/**
 * Disjoint intervals of one address family, sorted. Interval `i` begins at `high[i]`, `low[i]`, ends
 * before interval `i + 1`, and has the number `numbers[i]`; 0 is none. `low` is empty for IPv4.
 */
export type NumberedIntervals = { high: Uint32Array; low: Uint32Array; numbers: Uint32Array };

/** A number for each address: its AS, or its country. IPv6 is known by its /64 networks. */
export type RangeTable = Readonly<{ v4: NumberedIntervals; v6: NumberedIntervals }>;

const none: NumberedIntervals = {
  high: new Uint32Array(),
  low: new Uint32Array(),
  numbers: new Uint32Array(),
};
export const noRangeTable: RangeTable = { v4: none, v6: none };

/** Returns the number of an address; null if it has none or the text is not an address. */
export function findNumber(table: RangeTable, address: string): number | null {
  const ipv4 = parseIpv4(address);
  if (ipv4 >= 0) return search(table.v4, ipv4, 0);
  return parseIpv6Network(address, halves) ? search(table.v6, halves.high, halves.low) : null;
}

const halves = { high: 0, low: 0 };

function search({ high, low, numbers }: NumberedIntervals, h: number, l: number): number | null {
  let from = 0;
  let to = numbers.length - 1;
  while (from <= to) {
    const middle = (from + to) >>> 1;
    const start = high[middle] ?? 0;
    if (start < h || (start === h && (low[middle] ?? 0) <= l)) from = middle + 1;
    else to = middle - 1;
  }
  return numbers[to] || null;
}

/** Number of intervals of each family, as 32-bit integers. */
const HEADER_BYTES = 8;
const NUMBER_BYTES = 4;

/** Returns the columns of a table one after the other, for storage. */
export function packRangeTable({ v4, v6 }: RangeTable): Uint8Array {
  const columns = [v4.high, v4.numbers, v6.high, v6.low, v6.numbers];
  const size = columns.reduce((sum, { length }) => sum + length, 0);
  const packed = new Uint32Array(HEADER_BYTES / NUMBER_BYTES + size);
  packed.set([v4.numbers.length, v6.numbers.length]);
  let at = HEADER_BYTES / NUMBER_BYTES;
  for (const column of columns) {
    packed.set(column, at);
    at += column.length;
  }
  return new Uint8Array(packed.buffer);
}

/**
 * Reads packed tables. If several contain a family, the first one counts. Throws if one is damaged.
 */
export function openRangeTables(packed: readonly Uint8Array[]): RangeTable {
  const tables = packed.map(openRangeTable);
  return {
    v4: tables.find(({ v4 }) => v4.numbers.length > 0)?.v4 ?? none,
    v6: tables.find(({ v6 }) => v6.numbers.length > 0)?.v6 ?? none,
  };
}

function openRangeTable(packed: Uint8Array): RangeTable {
  // A copy, because the bytes of a database row need not be aligned.
  const numbers = new Uint32Array(packed.slice().buffer, 0, packed.length >>> 2);
  const [count4 = 0, count6 = 0] = numbers;
  if (packed.length !== HEADER_BYTES + NUMBER_BYTES * (2 * count4 + 3 * count6)) {
    throw new Error("The stored table is damaged");
  }
  let at = HEADER_BYTES / NUMBER_BYTES;
  const take = (count: number) => {
    at += count;
    return numbers.subarray(at - count, at);
  };
  return {
    v4: { high: take(count4), numbers: take(count4), low: none.low },
    v6: { high: take(count6), low: take(count6), numbers: take(count6) },
  };
}
