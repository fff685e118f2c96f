import type { CampaignId } from "@fairclick/core/ids";
import { findCampaign } from "@fairclick/sql/campaigns";
import { listReasonCounts, type ReasonCountRow } from "@fairclick/sql/click-counts";
import { findLink, type LinkRow } from "@fairclick/sql/links";
import { requireUser } from "../actor";
import type { Ctx } from "../context";
import { campaignNotFound, linkNotFound } from "./parse-ids";

export type LinkStats = { link: LinkRow; payoutMicros: bigint; reasons: ReasonCountRow[] };

/** How the clicks of the caller's own link were judged. */
export async function getLinkStats(ctx: Ctx, campaignId: CampaignId): Promise<LinkStats> {
  const creatorId = requireUser(ctx);
  const campaign = await findCampaign(ctx.db.sql, campaignId);
  if (!campaign) throw campaignNotFound();
  const link = await findLink(ctx.db.sql, { campaignId, creatorId });
  if (!link) throw linkNotFound();
  const reasons = await listReasonCounts(ctx.db.sql, { campaignId, creatorId });
  return { link, payoutMicros: campaign.payoutMicros, reasons };
}
