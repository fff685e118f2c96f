import { asId, type CampaignId } from "@fairclick/core/ids";
import { listDeveloperCampaigns } from "@fairclick/sql/campaigns/campaigns";
import { requireUser } from "../actor";
import type { Ctx } from "../context";
import { mapPage, type Page, type PageInput, readPage } from "../read-page";
import { type CampaignView, viewCampaign } from "./campaign-view";

/** Lists the campaigns that the caller launched, newest first. */
export async function listOwnCampaigns(ctx: Ctx, input: PageInput): Promise<Page<CampaignView>> {
  const developerId = requireUser(ctx);
  const cursor = input.cursor ? asId<CampaignId>(input.cursor) : null;
  const page = await readPage(input, {
    read: (limit) => listDeveloperCampaigns(ctx.db.sql, { developerId, limit, cursor }),
    toCursor: (row) => row.id,
  });
  return mapPage(page, (row) => viewCampaign(row, ctx.now()));
}
