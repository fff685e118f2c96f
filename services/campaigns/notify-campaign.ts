import type { CampaignId, UserId } from "@fairclick/core/ids";
import { campaignBudgetLow, campaignEnded } from "@fairclick/core/notices/campaign-notices";
import { listCreatorIds } from "@fairclick/sql/campaigns/links";
import { listLowBudgets } from "@fairclick/sql/campaigns/market";
import { listCampaignNames } from "@fairclick/sql/clicks/click-decisions";
import type { Tx } from "@fairclick/sql/db/client";
import type { Ctx } from "../context";
import { notify } from "../notify";

type Clock = Pick<Ctx, "now">;
type Named = { campaignId: string; name: string };

/** Returns what notices about a campaign name. */
export async function nameCampaign(tx: Tx, campaignId: string): Promise<Named> {
  const [campaign] = await listCampaignNames(tx, [campaignId]);
  return { campaignId, name: campaign?.name ?? campaignId };
}

type Ended = { id: CampaignId; name: string; developerId: UserId };

/** Tells the developer and the creators, once, that a campaign ended: early, or at its last moment. */
export async function notifyEnded(
  tx: Tx,
  ctx: Clock,
  { id, name, developerId }: Ended,
): Promise<void> {
  const data = { campaignId: id, name };
  const creators = await listCreatorIds(tx, id);
  await notify(tx, ctx, campaignEnded, { to: creators, data: { ...data, own: false }, key: id });
  await notify(tx, ctx, campaignEnded, {
    to: [developerId],
    data: { ...data, own: true },
    key: id,
  });
}

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
