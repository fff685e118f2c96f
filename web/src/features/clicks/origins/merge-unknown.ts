import { dollarsFromMicros } from "@fairclick/core/amounts";
import type { BreakdownResponse } from "@fairclick/core/clicks/stats";
import { microsFromAmount } from "../../../ui/format/exact-dollars";

type Breakdown = Pick<BreakdownResponse, "items" | "rest">;
type Counts = BreakdownResponse["rest"];

/** Adds clicks of unknown origin to the rest, so that "unknown" is not listed as an origin. */
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
