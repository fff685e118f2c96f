import type { CampaignId } from "@fairclick/core/ids";
import { findCampaign } from "@fairclick/sql/campaigns/campaigns";
import type { LinkRow } from "@fairclick/sql/campaigns/links";
import {
  listReasonCounts,
  type ReasonCountRow,
  sumPendingPrices,
} from "@fairclick/sql/clicks/click-counts";
import { findJudgedUpTo } from "@fairclick/sql/clicks/pending-clicks";
import type { Ctx } from "../context";
import { getOwnLink } from "./get-own-link";
import { campaignNotFound } from "./parse-ids";

export type LinkStats = {
  link: LinkRow;
  /** What the pending clicks would pay. */
  pendingMicros: bigint;
  reasons: ReasonCountRow[];
  judgedUpTo: Date | null;
};

/** Returns clicks per verdict and amounts of the caller's own link. */
export async function getLinkStats(ctx: Ctx, campaignId: CampaignId): Promise<LinkStats> {
  const judgedUpTo = await findJudgedUpTo(ctx.db.sql);
  if (!(await findCampaign(ctx.db.sql, campaignId))) throw campaignNotFound();
  const link = await getOwnLink(ctx, campaignId);
  const own = { campaignId, creatorId: link.creatorId };
  const pendingMicros = await sumPendingPrices(ctx.db.sql, own);
  const reasons = await listReasonCounts(ctx.db.sql, own);
  return { link, pendingMicros, reasons, judgedUpTo };
}
