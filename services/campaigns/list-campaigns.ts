import type { AudienceDevice } from "@fairclick/core/campaigns/audience";
import type { JoinRule } from "@fairclick/core/campaigns/join-rule";
import type { MarketOrder } from "@fairclick/core/campaigns/market-orders";
import { asId, type CampaignId } from "@fairclick/core/ids";
import { isVerifiedCreator } from "@fairclick/sql/accounts/channels";
import { type FittingCreator, getCreatorContent } from "@fairclick/sql/accounts/creator-content";
import { type JoinableOrder, listJoinableCampaigns } from "@fairclick/sql/campaigns/market";
import { requireUser } from "../actor";
import type { Ctx } from "../context";
import { type Page, type PageInput, readPage } from "../read-page";
import { addStandings, type ListedCampaignView } from "./campaign-standings";
import { viewCampaign } from "./campaign-view";

export type CampaignFilter = PageInput & {
  /** `joinable`, the default, omits campaigns that the caller launched or joined; it needs a signed-in caller. */
  scope?: "joinable" | "all" | undefined;
  /** Part of the campaign's name or game title; ignores case. */
  search?: string | undefined;
  /** `newest` by default; `fit` needs a signed-in caller. */
  sort?: MarketOrder | undefined;
  genre?: string | undefined;
  /** Lists campaigns that pay for clicks from this country. */
  country?: string | undefined;
  device?: AudienceDevice | undefined;
  whoMayJoin?: JoinRule | undefined;
  /** Lists only campaigns that the caller can join or request to join. */
  fit?: "only" | undefined;
};

/** Lists campaigns that pay now or will when they start, with their standings. */
export async function listCampaigns(
  ctx: Ctx,
  filter: CampaignFilter,
): Promise<Page<ListedCampaignView>> {
  const at = ctx.now();
  const exceptUserId = filter.scope === "all" ? null : requireUser(ctx);
  const { sort = "newest" } = filter;
  const order: JoinableOrder =
    sort === "fit" ? { by: sort, creator: await getFittingCreator(ctx) } : { by: sort };
  const wanting = filter.fit ? await getFittingCreator(ctx) : null;
  const { items, nextCursor } = await readPage(filter, {
    read: (limit) =>
      listJoinableCampaigns(ctx.db.sql, {
        at,
        limit,
        cursor: filter.cursor ? asId<CampaignId>(filter.cursor) : null,
        order,
        filter: {
          exceptUserId,
          search: filter.search || null,
          genre: filter.genre ?? null,
          country: filter.country ?? null,
          device: filter.device ?? null,
          joinRule: filter.whoMayJoin ?? null,
          wanting,
        },
      }),
    toCursor: (row) => row.id,
  });
  const views = items.map((row) => viewCampaign(row, at));
  return { items: await addStandings(ctx, views), nextCursor };
}

async function getFittingCreator(ctx: Ctx): Promise<FittingCreator> {
  const userId = requireUser(ctx);
  const isVerified = await isVerifiedCreator(ctx.db.sql, userId);
  return { ...(await getCreatorContent(ctx.db.sql, userId)), isVerified };
}
