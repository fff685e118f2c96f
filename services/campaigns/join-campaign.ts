import { isJoinable } from "@fairclick/core/campaigns/status";
import { AppError } from "@fairclick/core/errors";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { campaignJoined } from "@fairclick/core/notices/campaign-notices";
import { type CampaignRow, findCampaign } from "@fairclick/sql/campaigns/campaigns";
import { decideRequest } from "@fairclick/sql/campaigns/joining";
import { findLink } from "@fairclick/sql/campaigns/links";
import { listUserNames } from "@fairclick/sql/clicks/click-decisions";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { requireUser } from "../actor";
import type { Ctx } from "../context";
import { notify } from "../notices/notify";
import { writeAudit } from "../operations/write-audit";
import { type JoinedCampaignView, viewCampaign } from "./campaign-view";
import { refuseByJoinRule } from "./join-requests/may-join";
import { createLink } from "./links/create-link";
import { campaignNotFound, linkNotFound } from "./parse-ids";
import { refuseUnwanted } from "./wanted-creators";

/**
 * Creates the caller's link. Throws `own_campaign`, `campaign_not_joinable`, `already_joined`, or
 * `not_wanted` if the campaign wants other creators, verified ones, or a request.
 */
export async function joinCampaign(ctx: Ctx, campaignId: CampaignId): Promise<JoinedCampaignView> {
  const creatorId = requireUser(ctx);
  return withTx(ctx.db, async (tx) => {
    const campaign = await findCampaign(tx, campaignId);
    if (!campaign) throw campaignNotFound();
    const key = { campaignId, creatorId };
    if (await findLink(tx, key)) throw alreadyJoined();
    refuseUnjoinable(campaign, creatorId, ctx.now());
    await refuseUnwanted(tx, { campaign, creatorId });
    await refuseByJoinRule(tx, { campaign, creatorId });
    await createLink(tx, key);
    // The creator may have requested to join before the rule was loosened.
    await decideRequest(tx, { ...key, state: "accepted", answer: null, at: ctx.now() });
    await writeAudit(tx, ctx, {
      action: "campaign.join",
      subject: `link:${campaignId}:${creatorId}`,
    });
    const link = await findLink(tx, key);
    if (!link) throw linkNotFound();
    await notify(tx, ctx, campaignJoined, {
      to: [campaign.developerId],
      data: {
        ...{ campaignId, name: campaign.name },
        ...{ state: "joined", creator: await getUsername(tx, creatorId) },
      },
      key: `${campaignId}:${creatorId}`,
    });
    return { campaign: viewCampaign(campaign, ctx.now()), link };
  });
}

export function alreadyJoined(): AppError {
  return new AppError("already_joined", t`You have already joined this campaign`);
}

/** Throws `own_campaign`, `not_found` and `campaign_not_joinable`. */
export function refuseUnjoinable(campaign: CampaignRow, creatorId: UserId, at: Date): void {
  if (campaign.developerId === creatorId) {
    throw new AppError("own_campaign", t`You cannot join your own campaign`);
  }
  if (!campaign.fundedAt) throw campaignNotFound();
  if (!isJoinable(viewCampaign(campaign, at).status)) {
    throw new AppError("campaign_not_joinable", t`This campaign cannot be joined right now`);
  }
}

export async function getUsername(tx: Tx, id: UserId): Promise<string> {
  const [user] = await listUserNames(tx, [id]);
  return user?.name ?? id;
}
