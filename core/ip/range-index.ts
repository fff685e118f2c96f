import { parseIpv4, parseIpv6Network } from "./address-number";

/** Inclusive bounds. IPv6 bounds are /64 networks; a longer prefix counts as its whole /64. */
export type AddressRange = { family: 4 | 6; start: bigint; end: bigint };

/** A lookup returns one bit per list, and bitwise operations allow 31. */
export const MAX_LISTS = 31;

/**
 * Disjoint intervals that cover the whole address space. Interval `i` begins at `high[i]`, `low[i]`,
 * ends before interval `i + 1`, and is part of the lists in `bits[i]`. `buckets[n]` is the first interval
 * that begins at or after the n-th 1/65,536 of the space, so a search covers only a few dozen.
 */
type Intervals = { high: Uint32Array; low: Uint32Array; bits: Uint32Array; buckets: Uint32Array };

export type RangeIndex = { v4: Intervals; v6: Intervals };

/** Throws if there are more than `MAX_LISTS` lists. */
export function buildRangeIndex(lists: readonly (readonly AddressRange[])[]): RangeIndex {
  if (lists.length > MAX_LISTS) throw new Error(`An index holds ${MAX_LISTS} lists at most`);
  const edges = lists.flatMap((ranges, list) =>
    ranges.flatMap(({ family, start, end }): Edge[] => [
      { family, at: start, list, delta: 1 },
      { family, at: end + 1n, list, delta: -1 },
    ]),
  );
  edges.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return {
    v4: toIntervals(toSteps(edges.filter((edge) => edge.family === 4)), 32n),
    v6: toIntervals(toSteps(edges.filter((edge) => edge.family === 6)), 64n),
  };
}

/** Returns the lists that contain an address, list `i` as bit `1 << i`; 0 if the text is not an address. */
export function lookUpAddress(index: RangeIndex, address: string): number {
  const ipv4 = parseIpv4(address);
  if (ipv4 >= 0) return search(index.v4, ipv4 >>> 16, ipv4, 0);
  if (!parseIpv6Network(address, halves)) return 0;
  return search(index.v6, halves.high >>> 16, halves.high, halves.low);
}

const halves = { high: 0, low: 0 };

function search(intervals: Intervals, bucket: number, high: number, low: number): number {
  const { buckets, bits } = intervals;
  let from = Math.max(0, (buckets[bucket] ?? 0) - 1);
  let to = (buckets[bucket + 1] ?? bits.length) - 1;
  while (from < to) {
    const middle = (from + to + 1) >>> 1;
    if (startsAtOrBefore(intervals, middle, high, low)) from = middle;
    else to = middle - 1;
  }
  return bits[from] ?? 0;
}

function startsAtOrBefore({ high, low }: Intervals, i: number, h: number, l: number): boolean {
  const start = high[i] ?? 0;
  return start < h || (start === h && (low[i] ?? 0) <= l);
}

const BUCKETS = 65_536;

/** `width` is the number of bits of an address: 32, or 64 for the network half of IPv6. */
function toIntervals(staircase: Step[], width: 32n | 64n): Intervals {
  const steps = staircase.filter(([start]) => start < 1n << width);
  const buckets = new Uint32Array(BUCKETS + 1);
  let next = 0;
  for (let bucket = 0; bucket <= BUCKETS; bucket += 1) {
    const bucketStart = BigInt(bucket) << (width - 16n);
    while (next < steps.length && (steps[next]?.[0] ?? 0n) < bucketStart) next += 1;
    buckets[bucket] = next;
  }
  const belowHigh = width - 32n;
  return {
    high: Uint32Array.from(steps, ([start]) => Number(start >> belowHigh)),
    low: Uint32Array.from(steps, ([start]) => Number(start & ((1n << belowHigh) - 1n))),
    bits: Uint32Array.from(steps, ([, bits]) => bits),
    buckets,
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
