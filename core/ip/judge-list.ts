import type { AddressRange } from "./range-index";

/** Plausible number of ranges of a list. */
export type ListBounds = { minRanges: number; maxRanges: number };

/** Size of a list; `networks` counts IPv4 addresses and IPv6 /64s. */
export type ListSize = { ranges: number; networks: bigint };

/** What was read of a download. */
export type DownloadedList = { size: ListSize; unreadable: readonly string[] };

/** Tolerated share of unreadable lines, in addition to one heading. */
const UNREADABLE_PERCENT = 1;
const MIN_PERCENT_OF_LAST = 50n;
const MAX_PERCENT_OF_LAST = 300n;

export function measureList(ranges: readonly AddressRange[]): ListSize {
  return {
    ranges: ranges.length,
    networks: ranges.reduce((sum, { start, end }) => sum + (end - start + 1n), 0n),
  };
}

/** Returns why a downloaded list is implausible, or null if it is fine. `last` is the size of the last accepted list. */
export function findListProblem(
  { size, unreadable }: DownloadedList,
  { minRanges, maxRanges }: ListBounds,
  last: ListSize | null,
): string | null {
  const { ranges, networks } = size;
  const [sample] = unreadable;
  if (unreadable.length > 1 + (ranges * UNREADABLE_PERCENT) / 100) {
    return `${unreadable.length} lines are not addresses, such as ${JSON.stringify(sample)}`;
  }
  if (ranges < minRanges) return `it has ${ranges} ranges, at least ${minRanges} are expected`;
  if (ranges > maxRanges) return `it has ${ranges} ranges, at most ${maxRanges} are expected`;
  if (!last) return null;
  if (
    BigInt(ranges) * 100n < BigInt(last.ranges) * MIN_PERCENT_OF_LAST ||
    networks * 100n < last.networks * MIN_PERCENT_OF_LAST
  ) {
    return `it has ${ranges} ranges instead of ${last.ranges}, or covers less than half as much as before`;
  }
  if (networks * 100n > last.networks * MAX_PERCENT_OF_LAST) {
    return "it covers more than three times as much as before";
  }
  return null;
}
