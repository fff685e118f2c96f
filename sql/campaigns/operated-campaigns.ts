import type { CampaignId, UserId } from "@fairclick/core/ids";
import type { Queryable } from "../db/client";
import { afterCursor, type CampaignRow, type PageRequest, selectCampaigns } from "./campaigns";

export type CampaignFilter = {
  developerId: UserId | null;
  /** Part of the campaign's or the game's name. */
  search: string | null;
  /** Only campaigns that were paused by force, or disabled. */
  stopped: boolean;
};

/** Lists the campaigns of all developers, newest first. */
export async function listCampaigns(
  db: Queryable,
  { developerId, search, stopped, limit, cursor }: CampaignFilter & PageRequest<CampaignId>,
): Promise<CampaignRow[]> {
  const pattern = search && `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  return db<CampaignRow[]>`
    /* operating.listCampaigns */
    ${selectCampaigns(db)}
    where (${developerId}::uuid is null or c.developer_id = ${developerId})
      and (${pattern}::text is null or c.name ilike ${pattern} or c.game_title ilike ${pattern})
      and (not ${stopped}::boolean or c.forced_pause_at is not null or c.disabled_at is not null)
      ${afterCursor(db, cursor)}
    order by c.created_at desc, c.id desc limit ${limit}`;
}
