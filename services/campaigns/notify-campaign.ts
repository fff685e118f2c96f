import type { CampaignId, UserId } from "@fairclick/core/ids";
import { campaignEnded } from "@fairclick/core/notices/campaign-notices";
import { listCreatorIds } from "@fairclick/sql/campaigns/links";
import type { Tx } from "@fairclick/sql/db/client";
import { listCampaignNames } from "@fairclick/sql/notices/notices";
import type { Ctx } from "../context";
import { notify } from "../notify";

export type Clock = Pick<Ctx, "now">;
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
