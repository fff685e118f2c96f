import { dollarsFromMicros } from "@fairclick/core/amounts";
import type { EarningsResponse } from "@fairclick/core/money/earnings";
import type { Earnings } from "@fairclick/services/money/earnings";
import type { JudgedCounts } from "@fairclick/sql/money/earnings";
import { presentReasons } from "../clicks/present-reasons";

export function presentEarnings(earnings: Earnings): EarningsResponse {
  return {
    timeZone: earnings.timeZone,
    judgedUpTo: earnings.judgedUpTo?.toISOString() ?? null,
    days: earnings.days.map((row) => ({
      day: row.name,
      clicks: presentJudged(row),
      earned: dollarsFromMicros(row.paidMicros),
    })),
    campaigns: earnings.campaigns.map((row) => ({
      _id: row.id,
      name: row.name,
      payoutPerClick: dollarsFromMicros(row.payoutMicros),
      clicks: { ...presentJudged(row), pending: Number(row.pending) },
      earned: dollarsFromMicros(row.paidMicros),
    })),
    reasons: presentReasons(earnings.reasons),
  };
}

function presentJudged({ valid, invalid, held, unpaid }: JudgedCounts) {
  return {
    valid: Number(valid),
    invalid: Number(invalid),
    held: Number(held),
    unpaid: Number(unpaid),
  };
}
