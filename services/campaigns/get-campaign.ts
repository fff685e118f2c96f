import type { CampaignId } from "@fairclick/core/ids";
import { findCampaign } from "@fairclick/sql/campaigns/campaigns";
import type { Ctx } from "../context";
import { type CampaignView, viewCampaign } from "./campaign-view";
import { campaignNotFound } from "./parse-ids";

/** Returns a campaign. One that was never funded is visible to its developer only. Throws `not_found`. */
export async function getCampaign(ctx: Ctx, id: CampaignId): Promise<CampaignView> {
  const row = await findCampaign(ctx.db.sql, id);
  const isOwn = ctx.actor.kind === "user" && row?.developerId === ctx.actor.userId;
  if (!row || (!row.fundedAt && !isOwn)) throw campaignNotFound();
  return viewCampaign(row, ctx.now());
}
