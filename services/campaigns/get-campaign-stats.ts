import type { CampaignId } from "@fairclick/core/ids";
import {
  listReasonCounts,
  type ReasonCountRow,
  sumPendingPrices,
} from "@fairclick/sql/campaigns/click-counts";
import { findJudgedUpTo } from "@fairclick/sql/clicks/pending-clicks";
import type { Ctx } from "../context";
import { getOwnCampaign } from "./own-campaign";
import type { CampaignView } from "./read-campaigns";

export type CampaignStats = {
  campaign: CampaignView;
  /** What the pending clicks would cost. */
  pendingMicros: bigint;
  reasons: ReasonCountRow[];
  judgedUpTo: Date | null;
};

/** Returns clicks per verdict and amounts of the caller's own campaign. */
export async function getCampaignStats(ctx: Ctx, campaignId: CampaignId): Promise<CampaignStats> {
  const judgedUpTo = await findJudgedUpTo(ctx.db.sql);
  const campaign = await getOwnCampaign(ctx, campaignId);
  const reasons = await listReasonCounts(ctx.db.sql, { campaignId, creatorId: null });
  const prices = await sumPendingPrices(ctx.db.sql, { campaignId, creatorId: null });
  const pendingMicros = prices + campaign.pending * campaign.feeMicros;
  return { campaign, pendingMicros, reasons, judgedUpTo };
}
