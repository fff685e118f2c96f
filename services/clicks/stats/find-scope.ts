import { AppError } from "@fairclick/core/errors";
import type { CampaignId } from "@fairclick/core/ids";
import { findLink } from "@fairclick/sql/campaigns/links";
import type { ClickScope } from "@fairclick/sql/clicks/click-series";
import { parseUser } from "../../accounts/find-user";
import { requireUser } from "../../actor";
import { getAnyCampaign } from "../../campaigns/list-all-campaigns";
import { getOwnCampaign } from "../../campaigns/own-campaign";
import { linkNotFound } from "../../campaigns/parse-ids";
import type { Ctx } from "../../context";

type Asked = { id: CampaignId; creator?: string | undefined };

/** Scope of any campaign, or of one creator's link in it, for operators. Throws `not_found`. */
export async function findAnyScope(
  ctx: Pick<Ctx, "db" | "now">,
  { id, creator }: Asked,
): Promise<ClickScope> {
  const campaign = await getAnyCampaign(ctx, id);
  if (!creator) return { campaignId: campaign.id, creatorId: null };
  const creatorId = await parseUser(ctx.db.sql, creator);
  const link = await findLink(ctx.db.sql, { campaignId: campaign.id, creatorId });
  if (!link) throw new AppError("not_found", `${creator} has no link for this campaign.`);
  return { campaignId: campaign.id, creatorId };
}

/** Scope of all clicks of the caller's own campaign. */
export async function findCampaignScope(ctx: Ctx, campaignId: CampaignId): Promise<ClickScope> {
  const { id } = await getOwnCampaign(ctx, campaignId);
  return { campaignId: id, creatorId: null };
}

/** Scope of the clicks of the caller's own link. Throws `not_found`. */
export async function findLinkScope(ctx: Ctx, campaignId: CampaignId): Promise<ClickScope> {
  const creatorId = requireUser(ctx);
  const link = await findLink(ctx.db.sql, { campaignId, creatorId });
  if (!link) throw linkNotFound();
  return { campaignId, creatorId };
}
