import type { NumberedIntervals } from "./range-table";

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
