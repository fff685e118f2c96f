import type { CampaignId, UserId } from "@fairclick/core/ids";
import { campaignChanged, campaignEnded } from "@fairclick/core/notices/campaign-notices";
import { listPauses } from "@fairclick/sql/campaigns/stops";
import type { Tx } from "@fairclick/sql/db/client";
import { listCreatorIds } from "@fairclick/sql/notices/notices";
import { notify } from "../notify";
import { type Clock, notifyUnpaid } from "./notify-unpaid";

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
