import { parseRobloxLink } from "@fairclick/core/campaigns/destination";
import { campaignChanged } from "@fairclick/core/notices/campaign-notices";
import { type LockedCampaignRow, replaceGameUrl } from "@fairclick/sql/campaigns/campaigns";
import { clearShareUrls } from "@fairclick/sql/campaigns/links";
import type { Tx } from "@fairclick/sql/db/client";
import { writeAudit } from "../changes";
import type { Ctx } from "../context";
import { notify } from "../notify";

/**
 * Sends the visitors of a locked campaign to another address. Share links of creators are removed
 * if it leads to another Roblox place, because they would still lead to the former one.
 */
export async function changeGameUrl(
  tx: Tx,
  ctx: Ctx,
  { campaign, gameUrl }: { campaign: LockedCampaignRow; gameUrl: string },
): Promise<void> {
  if (gameUrl === campaign.gameUrl) return;
  const { id: campaignId, gameUrl: former, developerId: by } = campaign;
  await replaceGameUrl(tx, { campaignId, former, gameUrl, at: ctx.now(), by });
  const removed = isSamePlace(former, gameUrl) ? [] : await clearShareUrls(tx, campaignId);
  await writeAudit(tx, ctx, {
    action: "campaign.change_game_url",
    subject: `campaign:${campaignId}`,
    before: { gameUrl: former },
    after: { gameUrl, removedShareLinks: removed.length },
  });
  const to = removed.map(({ creatorId }) => creatorId);
  const data = { campaignId, name: campaign.name, change: "game" } as const;
  await notify(tx, ctx, campaignChanged, { to, data });
  for (const { creatorId, shareUrl } of removed) {
    await writeAudit(tx, ctx, {
      action: "link.share_link",
      subject: `link:${campaignId}:${creatorId}`,
      before: { shareUrl },
      after: { shareUrl: null },
    });
  }
}

function isSamePlace(before: string, after: string): boolean {
  const [a, b] = [parseRobloxLink(before), parseRobloxLink(after)];
  return a?.form === "place" && b?.form === "place" && a.placeId === b.placeId;
}
