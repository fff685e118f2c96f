import { dollarsFromMicros } from "@fairclick/core/amounts";
import type { CampaignStatsResponse } from "@fairclick/core/clicks/stats";
import { microsFromAmount } from "../../../ui/format/exact-dollars";

type Left = Pick<CampaignStatsResponse, "budgetRemaining" | "pending" | "held">;

/** Least amount that an ended campaign returns: every pending and held click is assumed valid. */
export function minimumRefund({ budgetRemaining, pending, held }: Left): number {
  const waiting = microsFromAmount(pending) + microsFromAmount(held);
  const rest = microsFromAmount(budgetRemaining) - waiting;
  return dollarsFromMicros(rest > 0n ? rest : 0n);
}
