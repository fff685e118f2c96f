import type { CampaignStatsResponse } from "@fairclick/core/clicks/stats-schema";
import { dollarsFromMicros } from "@fairclick/core/money/micros";
import { microsOfAnswer } from "../../../ui/format/exact-dollars";

type Left = Pick<CampaignStatsResponse, "budgetRemaining" | "pending" | "held">;

/** What an ended campaign gives back even if every click that waits turns out to be valid. */
export function comesBack({ budgetRemaining, pending, held }: Left): number {
  const waiting = microsOfAnswer(pending) + microsOfAnswer(held);
  const rest = microsOfAnswer(budgetRemaining) - waiting;
  return dollarsFromMicros(rest > 0n ? rest : 0n);
}
