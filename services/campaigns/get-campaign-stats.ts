import type { CampaignId } from "@fairclick/core/ids";
import { listReasonCounts, type ReasonCountRow } from "@fairclick/sql/click-counts";
import type { Ctx } from "../context";
import type { CampaignView } from "./campaign-view";
import { getOwnCampaign } from "./own-campaign";

/** How the clicks of the caller's own campaign were judged. */
export async function getCampaignStats(
  ctx: Ctx,
  campaignId: CampaignId,
): Promise<{ campaign: CampaignView; reasons: ReasonCountRow[] }> {
  const campaign = await getOwnCampaign(ctx, campaignId);
  const reasons = await listReasonCounts(ctx.db.sql, { campaignId, creatorId: null });
  return { campaign, reasons };
}
