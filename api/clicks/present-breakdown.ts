import { dollarsFromMicros } from "@fairclick/core/amounts";
import type { BreakdownQuery, BreakdownResponse } from "@fairclick/core/clicks/stats";
import type { Breakdown } from "@fairclick/services/clicks/stats";

type Counts = Omit<Breakdown["rows"][number], "value">;

const none: Counts = { valid: 0n, invalid: 0n, held: 0n, unpaid: 0n, spentMicros: 0n };

export function presentBreakdown(
  { from, to, judgedUpTo, rows }: Breakdown,
  { dimension }: BreakdownQuery,
): BreakdownResponse {
  return {
    dimension,
    from: from.toISOString(),
    to: to.toISOString(),
    judgedUpTo: judgedUpTo?.toISOString() ?? null,
    items: rows.flatMap(({ value, ...counts }) =>
      value === null ? [] : [{ value, ...presentCounts(counts) }],
    ),
    rest: presentCounts(rows.find(({ value }) => value === null) ?? none),
  };
}

function presentCounts({ valid, invalid, held, unpaid, spentMicros }: Counts) {
  return {
    valid: Number(valid),
    invalid: Number(invalid),
    held: Number(held),
    unpaid: Number(unpaid),
    spend: dollarsFromMicros(spentMicros),
  };
}
