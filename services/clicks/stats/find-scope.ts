import type { CampaignId } from "@fairclick/core/ids";
import { findLink } from "@fairclick/sql/campaigns/links";
import type { ClickScope } from "@fairclick/sql/clicks/stats";
import { requireUser } from "../../actor";
import { getOwnCampaign } from "../../campaigns/own-campaign";
import { linkNotFound } from "../../campaigns/parse-ids";
import type { Ctx } from "../../context";

/** Scope of all clicks of the caller's own campaign. */
export async function findCampaignScope(ctx: Ctx, campaignId: CampaignId): Promise<ClickScope> {
  const { id } = await getOwnCampaign(ctx, campaignId);
  return { campaignId: id, creatorId: null };
}

/** Scope of the clicks of the caller's own link. Throws `not_found`. */
export async function findLinkScope(ctx: Ctx, campaignId: CampaignId): Promise<ClickScope> {
  const creatorId = requireUser(ctx);
  const link = await findLink(ctx.db.sql, { campaignId, creatorId });
  if (!link) throw linkNotFound();
  return { campaignId, creatorId };
}
