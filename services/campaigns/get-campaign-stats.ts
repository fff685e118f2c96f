import type { CampaignId } from "@fairclick/core/ids";
import { listReasonCounts, type ReasonCountRow } from "@fairclick/sql/clicks/click-counts";
import { findJudgedUpTo } from "@fairclick/sql/clicks/judged-up-to";
import type { Ctx } from "../context";
import type { CampaignView } from "./campaign-view";
import { getOwnCampaign } from "./own-campaign";

export type CampaignStats = {
  campaign: CampaignView;
  reasons: ReasonCountRow[];
  judgedUpTo: Date | null;
};

/** Returns clicks per verdict and amounts of the caller's own campaign. */
export async function getCampaignStats(ctx: Ctx, campaignId: CampaignId): Promise<CampaignStats> {
  const judgedUpTo = await findJudgedUpTo(ctx.db.sql);
  const campaign = await getOwnCampaign(ctx, campaignId);
  const reasons = await listReasonCounts(ctx.db.sql, { campaignId, creatorId: null });
  return { campaign, reasons, judgedUpTo };
}
