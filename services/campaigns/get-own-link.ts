import type { CampaignId } from "@fairclick/core/ids";
import { findLink, type LinkRow } from "@fairclick/sql/campaigns/links";
import { requireUser } from "../actor";
import type { Ctx } from "../context";
import { linkNotFound } from "./parse-ids";

/** Returns the caller's link of a campaign. Throws `not_found`. */
export async function getOwnLink(ctx: Ctx, campaignId: CampaignId): Promise<LinkRow> {
  const link = await findLink(ctx.db.sql, { campaignId, creatorId: requireUser(ctx) });
  if (!link) throw linkNotFound();
  return link;
}
