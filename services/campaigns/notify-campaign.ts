import type { CampaignId, UserId } from "@fairclick/core/ids";
import {
  campaignBudgetLow,
  campaignChanged,
  campaignEnded,
} from "@fairclick/core/notices/campaign-notices";
import type { Tx } from "@fairclick/sql/db/client";
import {
  hasNotice,
  listCampaignNames,
  listCreatorIds,
  listLowBudgets,
  listPauses,
} from "@fairclick/sql/notices/notices";
import type { Ctx } from "../context";
import { notify } from "../notify";

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

/** Tells the creators of those campaigns that are paused, once per pause. */
export async function notifyPaused(tx: Tx, ctx: Clock, ids: readonly CampaignId[]): Promise<void> {
  for (const { pausedAt, ...campaign } of await listPauses(tx, ids)) {
    const key = `${campaign.campaignId}:paused:${pausedAt.toISOString()}`;
    await notifyUnpaid(tx, ctx, { ...campaign, because: "paused", key });
  }
}

/** Tells all creators of a campaign that it pays for clicks again. */
export async function notifyPaidAgain(
  tx: Tx,
  ctx: Clock,
  { id, name }: Omit<Ended, "developerId">,
) {
  const data = { campaignId: id, name, change: "paid_again" } as const;
  await notify(tx, ctx, campaignChanged, { to: await listCreatorIds(tx, id), data });
}

export type Clock = Pick<Ctx, "now">;
type Named = { campaignId: string; name: string };

export async function nameCampaign(tx: Tx, campaignId: string): Promise<Named> {
  const [campaign] = await listCampaignNames(tx, [campaignId]);
  return { campaignId, name: campaign?.name ?? campaignId };
}

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

type Unpaid = Named & { because: "paused" | "exhausted" | "daily_cap"; key: string };

/** Tells all creators of a campaign, once per key, that it does not pay for clicks now. */
export async function notifyUnpaid(
  tx: Tx,
  ctx: Clock,
  { key, because, ...named }: Unpaid,
): Promise<void> {
  if (await hasNotice(tx, { kind: campaignChanged.kind, key })) return;
  const to = await listCreatorIds(tx, named.campaignId as CampaignId);
  await notify(tx, ctx, campaignChanged, {
    to,
    data: { ...named, change: "unpaid", because },
    key,
  });
}
