import { parseIpv4, parseIpv6Network } from "./numbers";

/** Inclusive bounds. IPv6 bounds are /64 networks; a longer prefix counts as its whole /64. */
export type AddressRange = { family: 4 | 6; start: bigint; end: bigint };

/** A lookup returns one bit per list, and bitwise operations allow 31. */
export const MAX_LISTS = 31;

/** The lists that contain each address: list `i` as bit `1 << i`. Throws if there are more than `MAX_LISTS` lists. */
export function buildRangeIndex(lists: readonly (readonly AddressRange[])[]): RangeTable {
  if (lists.length > MAX_LISTS) throw new Error(`An index holds ${MAX_LISTS} lists at most`);
  const edges = lists.flatMap((ranges, list) =>
    ranges.flatMap(({ family, start, end }): Edge[] => [
      { family, at: start, list, delta: 1 },
      { family, at: end + 1n, list, delta: -1 },
    ]),
  );
  edges.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return {
    v4: toIntervals(toSteps(edges.filter((edge) => edge.family === 4)), 4),
    v6: toIntervals(toSteps(edges.filter((edge) => edge.family === 6)), 6),
  };
}

/** Returns the lists that contain an address, list `i` as bit `1 << i`; 0 if the text is not an address. */
export function lookUpAddress(index: RangeTable, address: string): number {
  return findNumber(index, address) ?? 0;
}

const LOW_BITS = 32n;

/** Of IPv4 an address is one number; of IPv6 its network half is two. */
function toIntervals(staircase: Step[], family: 4 | 6): NumberedIntervals {
  const width = family === 4 ? LOW_BITS : 2n * LOW_BITS;
  const steps = staircase.filter(([start]) => start < 1n << width);
  return {
    high: Uint32Array.from(steps, ([start]) => Number(start >> (width - LOW_BITS))),
    low:
      family === 4
        ? none.low
        : Uint32Array.from(steps, ([start]) => Number(BigInt.asUintN(32, start))),
    numbers: Uint32Array.from(steps, ([, bits]) => bits),
  };
}

type Edge = { family: 4 | 6; at: bigint; list: number; delta: 1 | -1 };
type Step = [start: bigint, bits: number];

/** Turns overlapping ranges into steps: at each start, the lists that apply from there on. */
function toSteps(edges: Edge[]): Step[] {
  const open = new Int32Array(MAX_LISTS);
  const steps: Step[] = [[0n, 0]];
  let held = 0;
  for (const { at, list, delta } of edges) {
    const count = (open[list] ?? 0) + delta;
    open[list] = count;
    held = count > 0 ? held | (1 << list) : held & ~(1 << list);
    const last = steps[steps.length - 1];
    if (last && last[0] === at) last[1] = held;
    else steps.push([at, held]);
  }
  return steps.filter(([, bits], i) => i === 0 || bits !== steps[i - 1]?.[1]);
}

/** Inclusive ranges of one address family, a column per value. `low` is 0 for IPv4. */
export type NumberedRanges = {
  family: 4 | 6;
  startHigh: number[];
  startLow: number[];
  endHigh: number[];
  endLow: number[];
  numbers: number[];
};

/** Turns ranges, in any order, into disjoint intervals. Where ranges overlap, the narrower one counts. */
export function flattenRanges(ranges: NumberedRanges): NumberedIntervals {
  const steps = openSteps();
  const open: number[] = [];
  const closeTop = () => {
    const closed = open.pop();
    if (closed === undefined) return;
    while (open.length > 0 && compareEnds(ranges, open.at(-1) ?? 0, closed) <= 0) open.pop();
    const next = positionAfter(ranges, closed);
    if (next) steps.add(next, rangeNumber(ranges, open.at(-1)));
  };
  for (const range of sortedPlaces(ranges)) {
    while (open.length > 0 && endsBefore(ranges, open.at(-1) ?? 0, range)) closeTop();
    open.push(range);
    steps.add(
      { high: ranges.startHigh[range] ?? 0, low: ranges.startLow[range] ?? 0 },
      rangeNumber(ranges, range),
    );
  }
  while (open.length > 0) closeTop();
  return steps.finish(ranges.family);
}

type Position = { high: number; low: number };

const LAST_NUMBER = 0xffff_ffff;

/** Null after the last address. */
function positionAfter(
  { family, endHigh, endLow }: NumberedRanges,
  range: number,
): Position | null {
  const high = endHigh[range] ?? 0;
  const low = endLow[range] ?? 0;
  if (family === 6 && low < LAST_NUMBER) return { high, low: low + 1 };
  return high === LAST_NUMBER ? null : { high: high + 1, low: 0 };
}

function rangeNumber({ numbers }: NumberedRanges, range: number | undefined): number {
  return range === undefined ? 0 : (numbers[range] ?? 0);
}

function compareEnds({ endHigh, endLow }: NumberedRanges, a: number, b: number): number {
  return (endHigh[a] ?? 0) - (endHigh[b] ?? 0) || (endLow[a] ?? 0) - (endLow[b] ?? 0);
}

function compareStarts({ startHigh, startLow }: NumberedRanges, a: number, b: number): number {
  return (startHigh[a] ?? 0) - (startHigh[b] ?? 0) || (startLow[a] ?? 0) - (startLow[b] ?? 0);
}

function endsBefore(
  { endHigh, endLow, startHigh, startLow }: NumberedRanges,
  a: number,
  b: number,
) {
  const difference =
    (endHigh[a] ?? 0) - (startHigh[b] ?? 0) || (endLow[a] ?? 0) - (startLow[b] ?? 0);
  return difference < 0;
}

/** By start, and wider ranges first. Published tables are sorted already. */
function sortedPlaces(ranges: NumberedRanges): number[] {
  const places = ranges.numbers.map((_, place) => place);
  const inOrder = (a: number, b: number) =>
    compareStarts(ranges, a, b) || compareEnds(ranges, b, a);
  const isSorted = places.every((place) => place === 0 || inOrder(place - 1, place) <= 0);
  return isSorted ? places : places.sort(inOrder);
}

function openSteps() {
  const high: number[] = [];
  const low: number[] = [];
  const numbers: number[] = [];
  return {
    /** Positions must not decrease; a later number at the same position replaces the earlier one. */
    add: (at: Position, number: number) => {
      if (high.at(-1) === at.high && low.at(-1) === at.low) {
        high.pop();
        low.pop();
        numbers.pop();
      }
      if ((numbers.at(-1) ?? 0) === number) return;
      high.push(at.high);
      low.push(at.low);
      numbers.push(number);
    },
    finish: (family: 4 | 6): NumberedIntervals => ({
      high: Uint32Array.from(high),
      low: family === 6 ? Uint32Array.from(low) : new Uint32Array(),
      numbers: Uint32Array.from(numbers),
    }),
  };
}

/**
 * Disjoint intervals of one address family, sorted. Interval `i` begins at `high[i]`, `low[i]`, ends
 * before interval `i + 1`, and has the number `numbers[i]`; 0 is none. `low` is empty for IPv4.
 */
type NumberedIntervals = { high: Uint32Array; low: Uint32Array; numbers: Uint32Array };

/** A number for each address: its AS, or its country. IPv6 is known by its /64 networks. */
export type RangeTable = Readonly<{ v4: NumberedIntervals; v6: NumberedIntervals }>;

const halves = { high: 0, low: 0 };

const none: NumberedIntervals = {
  high: new Uint32Array(),
  low: new Uint32Array(),
  numbers: new Uint32Array(),
};
export const noRangeTable: RangeTable = { v4: none, v6: none };

/** Returns the number of an address; null if it has none or the text is not an address. */
export function findNumber(table: RangeTable, address: string): number | null {
  const ipv4 = parseIpv4(address);
  if (ipv4 >= 0) return findInterval(table.v4, ipv4, 0);
  return parseIpv6Network(address, halves) ? findInterval(table.v6, halves.high, halves.low) : null;
}

function findInterval(
  { high, low, numbers }: NumberedIntervals,
  h: number,
  l: number,
): number | null {
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
