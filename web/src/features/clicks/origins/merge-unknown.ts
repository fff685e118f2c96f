import type { BreakdownResponse } from "@fairclick/core/clicks/stats-breakdown-schema";
import { dollarsFromMicros } from "@fairclick/core/money/micros";
import { microsFromAmount } from "../../../ui/format/exact-dollars";

type Breakdown = Pick<BreakdownResponse, "items" | "rest">;
type Counts = BreakdownResponse["rest"];

/** Counts clicks of an unknown origin among the others: they say nothing about where clicks came from. */
export function mergeUnknown({ items, rest }: Breakdown): Breakdown {
  const unknown = items.find(({ value }) => value === "unknown");
  return {
    items: items.filter((item) => item !== unknown),
    rest: unknown ? add(rest, unknown) : rest,
  };
}

function add(one: Counts, other: Counts): Counts {
  return {
    valid: one.valid + other.valid,
    invalid: one.invalid + other.invalid,
    held: one.held + other.held,
    unpaid: one.unpaid + other.unpaid,
    spend: dollarsFromMicros(microsFromAmount(one.spend) + microsFromAmount(other.spend)),
  };
}
