import { asId, type CampaignId } from "@fairclick/core/ids";
import { isVerifiedCreator } from "@fairclick/sql/accounts/channels";
import { listJoinableCampaigns } from "@fairclick/sql/campaigns/campaigns";
import { type FittingCreator, getCreatorContent } from "@fairclick/sql/campaigns/creator-content";
import { requireUser } from "../actor";
import type { Ctx } from "../context";
import { mapPage, type Page, type PageInput, readPage } from "../read-page";
import { type CampaignView, viewCampaign } from "./campaign-view";

export type CampaignFilter = PageInput & {
  /** `joinable`, the default, omits campaigns that the caller launched or joined; it needs a signed-in caller. */
  scope?: "joinable" | "all" | undefined;
  /** Part of the campaign's name or game title; ignores case. */
  search?: string | undefined;
  genre?: string | undefined;
  /** Sorts by how well the campaigns fit the caller's profile, or lists only those that want them. */
  fit?: "first" | "only" | undefined;
};

/** Lists campaigns that pay now or will when they start, newest first unless sorted by fit. */
export async function listCampaigns(ctx: Ctx, filter: CampaignFilter): Promise<Page<CampaignView>> {
  const at = ctx.now();
  const notOf = filter.scope === "all" ? null : requireUser(ctx);
  const fit = filter.fit
    ? { creator: await getFittingCreator(ctx), only: filter.fit === "only" }
    : null;
  const page = await readPage(filter, {
    read: (limit) =>
      listJoinableCampaigns(ctx.db.sql, {
        at,
        notOf,
        limit,
        cursor: filter.cursor ? asId<CampaignId>(filter.cursor) : null,
        search: filter.search || null,
        genre: filter.genre ?? null,
        fit,
      }),
    toCursor: (row) => row.id,
  });
  return mapPage(page, (row) => viewCampaign(row, at));
}

async function getFittingCreator(ctx: Ctx): Promise<FittingCreator> {
  const userId = requireUser(ctx);
  const isVerified = await isVerifiedCreator(ctx.db.sql, userId);
  return { ...(await getCreatorContent(ctx.db.sql, userId)), isVerified };
}
