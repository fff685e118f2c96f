import type { CampaignId } from "@fairclick/core/ids";
import { listOpenCampaignIds } from "@fairclick/sql/campaigns/joinable-campaigns";
import type { Ctx } from "../context";

/** Of the 50,000 addresses that one sitemap may have. */
const MOST = 5_000;

/** Lists the newest campaigns that can be joined. */
export function listOpenCampaigns({ db, now }: Pick<Ctx, "db" | "now">): Promise<CampaignId[]> {
  return listOpenCampaignIds(db.sql, { at: now(), limit: MOST });
}
