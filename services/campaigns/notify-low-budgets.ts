import { campaignBudgetLow } from "@fairclick/core/notices/campaign-notices";
import type { Tx } from "@fairclick/sql/db/client";
import { listLowBudgets } from "@fairclick/sql/notices/notices";
import { notify } from "../notify";
import { type Clock, notifyUnpaid } from "./notify-campaign";

/**
 * Notifies developers of budgets that fell below 20%, and creators too of those that cannot pay another
 * click. Once per campaign and budget: added budget can be reported again. The escrows must be locked.
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
    const key = `${campaignId}:exhausted:${budgetMicros}`;
    if (exhausted) await notifyUnpaid(tx, ctx, { ...named, because: "exhausted", key });
  }
}
