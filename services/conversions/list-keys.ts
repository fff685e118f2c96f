import type { CampaignId } from "@fairclick/core/ids";
import { type CampaignKeyRow, listCampaignKeys } from "@fairclick/sql/conversions/keys";
import { getOwnCampaign } from "../campaigns/own-campaign";
import type { Ctx } from "../context";

/** Lists the valid keys of the caller's campaign, without their tokens. */
export async function listKeys(ctx: Ctx, campaignId: CampaignId): Promise<CampaignKeyRow[]> {
  await getOwnCampaign(ctx, campaignId);
  return listCampaignKeys(ctx.db.sql, { campaignId, at: ctx.now() });
}
