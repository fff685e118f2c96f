import { asId, type CampaignId } from "@fairclick/core/ids";
import { listCampaignsById } from "@fairclick/sql/campaigns/campaigns";
import { listLinksOfCreator } from "@fairclick/sql/campaigns/links";
import { requireUser } from "../actor";
import type { Ctx } from "../context";
import { type Page, type PageInput, readPage } from "../read-page";
import { type JoinedCampaignView, viewCampaign } from "./campaign-view";

/** Lists the campaigns that the caller joined, last joined first. */
export async function listJoinedCampaigns(
  ctx: Ctx,
  input: PageInput,
): Promise<Page<JoinedCampaignView>> {
  const creatorId = requireUser(ctx);
  const cursor = input.cursor ? asId<CampaignId>(input.cursor) : null;
  const links = await readPage(input, {
    read: (limit) => listLinksOfCreator(ctx.db.sql, { creatorId, limit, cursor }),
    toCursor: (link) => link.campaignId,
  });
  const ids = links.items.map((link) => link.campaignId);
  const rows = await listCampaignsById(ctx.db.sql, ids);
  const campaigns = new Map(rows.map((row) => [row.id, viewCampaign(row, ctx.now())]));
  const items = links.items.flatMap((link) => {
    const campaign = campaigns.get(link.campaignId);
    return campaign ? [{ campaign, link }] : [];
  });
  return { items, nextCursor: links.nextCursor };
}
