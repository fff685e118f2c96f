import { campaignBudgetLow } from "@fairclick/core/notices/campaign-notices";
import type { Tx } from "@fairclick/sql/db/client";
import { listLowBudgets } from "@fairclick/sql/notices/notices";
import { notify } from "../notify";
import type { Clock } from "./notify-campaign";

/**
 * Notifies developers of budgets that fell below 20%, or cannot pay another click. Once per campaign and
 * budget: added budget can be reported again. The escrows must be locked.
 */
export async function notifyLowBudgets(
  tx: Tx,
  ctx: Clock,
  campaignIds: readonly string[],
): Promise<void> {
  for (const low of await listLowBudgets(tx, { campaignIds, at: ctx.now() })) {
    const { campaignId, name, developerId, budgetMicros, leftMicros, exhausted } = low;
    const named = { campaignId, name };
    await notify(tx, ctx, campaignBudgetLow, {
      to: [developerId],
      data: exhausted ? { ...named, left: "nothing" } : { ...named, left: "some", leftMicros },
      key: `${campaignId}:${budgetMicros}:${exhausted ? "nothing" : "some"}`,
    });
  }
}
