import type { CampaignId } from "@fairclick/core/ids";
import { listOpenCampaignIds } from "@fairclick/sql/campaigns/market";
import type { Ctx } from "../context";

/** A sitemap can have 50,000 addresses. */
const MOST = 5_000;

/** Lists the newest campaigns that can be joined. */
export function listOpenCampaigns({ db, now }: Pick<Ctx, "db" | "now">): Promise<CampaignId[]> {
  return listOpenCampaignIds(db.sql, { at: now(), limit: MOST });
}
