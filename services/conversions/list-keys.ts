import type { CampaignId } from "@fairclick/core/ids";
import { type CampaignKeyRow, listCampaignKeys } from "@fairclick/sql/conversions/campaign-keys";
import { getOwnCampaign } from "../campaigns/own-campaign";
import type { Ctx } from "../context";

/** The keys of the caller's own campaign that are worth something, without their tokens. */
export async function listKeys(ctx: Ctx, campaignId: CampaignId): Promise<CampaignKeyRow[]> {
  await getOwnCampaign(ctx, campaignId);
  return listCampaignKeys(ctx.db.sql, { campaignId, at: ctx.now() });
}
