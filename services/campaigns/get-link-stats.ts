import type { CampaignId } from "@fairclick/core/ids";
import { findCampaign } from "@fairclick/sql/campaigns/campaigns";
import type { LinkRow } from "@fairclick/sql/campaigns/links";
import { listReasonCounts, type ReasonCountRow } from "@fairclick/sql/clicks/click-counts";
import { findJudgedUpTo } from "@fairclick/sql/clicks/judged-up-to";
import type { Ctx } from "../context";
import { getOwnLink } from "./get-own-link";
import { campaignNotFound } from "./parse-ids";

export type LinkStats = {
  link: LinkRow;
  payoutMicros: bigint;
  reasons: ReasonCountRow[];
  judgedUpTo: Date | null;
};

/** Returns clicks per verdict and amounts of the caller's own link. */
export async function getLinkStats(ctx: Ctx, campaignId: CampaignId): Promise<LinkStats> {
  const judgedUpTo = await findJudgedUpTo(ctx.db.sql);
  const campaign = await findCampaign(ctx.db.sql, campaignId);
  if (!campaign) throw campaignNotFound();
  const link = await getOwnLink(ctx, campaignId);
  const reasons = await listReasonCounts(ctx.db.sql, { campaignId, creatorId: link.creatorId });
  return { link, payoutMicros: campaign.payoutMicros, reasons, judgedUpTo };
}
