import type { ParsedList } from "./parse-ranges";

/** How many ranges a list may have to be believed. */
export type ListBounds = { minRanges: number; maxRanges: number };

/** `networks` counts IPv4 addresses and IPv6 /64s. */
export type ListSize = { ranges: number; networks: bigint };

/** Of all lines, beside one that is a heading. */
const UNREADABLE_PERCENT = 1;
const LEAST_OF_LAST_PERCENT = 50n;
const MOST_OF_LAST_PERCENT = 300n;

export function measureList({ ranges }: Pick<ParsedList, "ranges">): ListSize {
  return {
    ranges: ranges.length,
    networks: ranges.reduce((sum, { start, end }) => sum + (end - start + 1n), 0n),
  };
}

/** Why a downloaded list is not believed; null when it is. `last` is the last one that was. */
export function refuseList(
  list: ParsedList,
  { minRanges, maxRanges }: ListBounds,
  last: ListSize | null,
): string | null {
  const { ranges, networks } = measureList(list);
  const [sample] = list.unreadable;
  if (list.unreadable.length > 1 + (ranges * UNREADABLE_PERCENT) / 100) {
    return `${list.unreadable.length} lines are no addresses, such as ${JSON.stringify(sample)}`;
  }
  if (ranges < minRanges) return `it has ${ranges} ranges, at least ${minRanges} are expected`;
  if (ranges > maxRanges) return `it has ${ranges} ranges, at most ${maxRanges} are expected`;
  if (!last) return null;
  if (
    BigInt(ranges) * 100n < BigInt(last.ranges) * LEAST_OF_LAST_PERCENT ||
    networks * 100n < last.networks * LEAST_OF_LAST_PERCENT
  ) {
    return `it has shrunk from ${last.ranges} to ${ranges} ranges, or covers less than half as much`;
  }
  if (networks * 100n > last.networks * MOST_OF_LAST_PERCENT) {
    return "it covers more than three times as much as before";
  }
  return null;
}
