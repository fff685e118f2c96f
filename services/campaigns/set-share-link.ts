import { parseRobloxLink } from "@fairclick/core/campaigns/destination";
import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import {
  findLink,
  type LinkKey,
  type LinkRow,
  lockLink,
  updateLinkShareUrl,
} from "@fairclick/sql/campaigns/links";
import { withTx } from "@fairclick/sql/db/tx";
import type { Ctx } from "../context";
import { writeAudit } from "../operations/write-audit";
import { lockOwnCampaign } from "./own-campaign";
import { linkNotFound } from "./parse-ids";

/**
 * Sets the Roblox share link of a creator in the caller's campaign; null removes it. Only for
 * campaigns of a Roblox game. Idempotent.
 */
export async function setShareLink(
  ctx: Ctx,
  { shareUrl, ...key }: LinkKey & { shareUrl: string | null },
): Promise<LinkRow> {
  return withTx(ctx.db, async (tx) => {
    const campaign = await lockOwnCampaign(tx, ctx, key.campaignId);
    const before = await lockLink(tx, key);
    if (!before) throw linkNotFound();
    if (shareUrl !== null && !parseRobloxLink(campaign.gameUrl)) {
      throw new AppError("conflict", t`This campaign's game is not on Roblox`);
    }
    if (shareUrl !== before.shareUrl) {
      await updateLinkShareUrl(tx, { ...key, shareUrl });
      await writeAudit(tx, ctx, {
        action: "link.share_link",
        subject: `link:${key.campaignId}:${key.creatorId}`,
        before: { shareUrl: before.shareUrl },
        after: { shareUrl },
      });
    }
    const link = await findLink(tx, key);
    if (!link) throw linkNotFound();
    return link;
  });
}
