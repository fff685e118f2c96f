import { asId, type CampaignId } from "@fairclick/core/ids";
import { listCampaignsOf } from "@fairclick/sql/campaigns/campaigns";
import { requireUser } from "../actor";
import type { Ctx } from "../context";
import { mapPage, type PageInput, type PageOf, readPage } from "../read-page";
import { type CampaignView, viewCampaign } from "./campaign-view";

/** Lists the campaigns that the caller launched, newest first. */
export async function listOwnCampaigns(ctx: Ctx, input: PageInput): Promise<PageOf<CampaignView>> {
  const developerId = requireUser(ctx);
  const cursor = input.cursor ? asId<CampaignId>(input.cursor) : null;
  const page = await readPage(input, {
    read: (limit) => listCampaignsOf(ctx.db.sql, { developerId, limit, cursor }),
    cursorOf: (row) => row.id,
  });
  return mapPage(page, (row) => viewCampaign(row, ctx.now()));
}
