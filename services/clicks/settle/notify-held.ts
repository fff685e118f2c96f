import { asId, type UserId } from "@fairclick/core/ids";
import { clicksHeld } from "@fairclick/core/notices/click-notices";
import { listCampaignNames } from "@fairclick/sql/clicks/click-decisions";
import type { Tx } from "@fairclick/sql/db/client";
import type { Ctx } from "../../context";
import { notifyEach } from "../../notices/notify";

const HOUR_MS = 3_600_000;

type Link = { campaignId: string; creatorId: string };

/** Notifies the creators of links with held clicks: at most once per link and hour. */
export async function notifyHeld(
  tx: Tx,
  ctx: Pick<Ctx, "now">,
  links: readonly Link[],
): Promise<void> {
  if (links.length === 0) return;
  const ids = [...new Set(links.map(({ campaignId }) => campaignId))];
  const names = new Map((await listCampaignNames(tx, ids)).map(({ id, name }) => [id, name]));
  const hour = Math.floor(ctx.now().getTime() / HOUR_MS);
  const notices = links.map(({ campaignId, creatorId }) => ({
    to: asId<UserId>(creatorId),
    data: { campaignId, name: names.get(campaignId) ?? campaignId },
    key: `${campaignId}:${hour}`,
  }));
  await notifyEach(tx, ctx, clicksHeld, notices);
}
