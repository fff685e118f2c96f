import type { CampaignStatsResponse } from "@fairclick/core/clicks/stats-schema";
import { dollarsFromMicros } from "@fairclick/core/money/micros";
import { microsFromAmount } from "../../../ui/format/exact-dollars";

type Left = Pick<CampaignStatsResponse, "budgetRemaining" | "pending" | "held">;

/** What an ended campaign gives back even if every click that waits turns out to be valid. */
export function minimumRefund({ budgetRemaining, pending, held }: Left): number {
  const waiting = microsFromAmount(pending) + microsFromAmount(held);
  const rest = microsFromAmount(budgetRemaining) - waiting;
  return dollarsFromMicros(rest > 0n ? rest : 0n);
}
