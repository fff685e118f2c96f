import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { type LinkRow, listLinksOfCampaign } from "@fairclick/sql/campaigns/links";
import type { Ctx } from "../context";
import { type Page, type PageInput, readPage } from "../read-page";
import { getOwnCampaign } from "./own-campaign";

/** Lists the links of the caller's own campaign, last joined first. */
export async function listLinks(
  ctx: Ctx,
  { campaignId, ...input }: PageInput & { campaignId: CampaignId },
): Promise<Page<LinkRow>> {
  await getOwnCampaign(ctx, campaignId);
  const cursor = input.cursor ? asId<UserId>(input.cursor) : null;
  return readPage(input, {
    read: (limit) => listLinksOfCampaign(ctx.db.sql, { campaignId, limit, cursor }),
    toCursor: (link) => link.creatorId,
  });
}
