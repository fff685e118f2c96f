import { isJoinable } from "@fairclick/core/campaigns/campaign-status";
import { AppError } from "@fairclick/core/errors";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import { campaignJoined } from "@fairclick/core/notices/campaign-change-notices";
import { type CampaignRow, findCampaign } from "@fairclick/sql/campaigns/campaigns";
import { findLink, insertLink } from "@fairclick/sql/campaigns/links";
import { listUserNames } from "@fairclick/sql/clicks/click-decisions";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { requireUser } from "../actor";
import type { Ctx } from "../context";
import { notify } from "../notices/notify";
import { writeAudit } from "../operations/write-audit";
import { type JoinedCampaignView, viewCampaign } from "./campaign-view";
import { campaignNotFound, linkNotFound } from "./parse-ids";
import { refuseUnwanted } from "./wanted-creators";

const CODE_TRIES = 5;

/**
 * Creates the caller's link. Throws `own_campaign`, `campaign_not_joinable`, `already_joined`, or
 * `not_wanted` if the campaign wants other creators.
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
    await insertWithFreeCode(tx, key);
    await writeAudit(tx, ctx, {
      action: "campaign.join",
      subject: `link:${campaignId}:${creatorId}`,
    });
    const link = await findLink(tx, key);
    if (!link) throw linkNotFound();
    await notify(tx, ctx, campaignJoined, {
      to: [campaign.developerId],
      data: { campaignId, name: campaign.name, creator: await getUsername(tx, creatorId) },
      key: `${campaignId}:${creatorId}`,
    });
    return { campaign: viewCampaign(campaign, ctx.now()), link };
  });
}

function alreadyJoined(): AppError {
  return new AppError("already_joined", "You have already joined this campaign");
}

function refuseUnjoinable(campaign: CampaignRow, creatorId: UserId, at: Date): void {
  if (campaign.developerId === creatorId) {
    throw new AppError("own_campaign", "You cannot join your own campaign");
  }
  if (!campaign.fundedAt) throw campaignNotFound();
  if (!isJoinable(viewCampaign(campaign, at).status)) {
    throw new AppError("campaign_not_joinable", "This campaign cannot be joined right now");
  }
}

async function insertWithFreeCode(
  tx: Tx,
  key: { campaignId: CampaignId; creatorId: UserId },
): Promise<void> {
  for (let attempt = 0; attempt < CODE_TRIES; attempt += 1) {
    if (await insertLink(tx, { ...key, code: makeLinkCode() })) return;
  }
  throw new Error("No free link code was found");
}

/** Without 0, O, 1, I and l: codes are read aloud and typed. */
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const LENGTH = 8;

function makeLinkCode(): string {
  const limit = 256 - (256 % ALPHABET.length);
  let code = "";
  while (code.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) {
      if (byte < limit && code.length < LENGTH) code += ALPHABET[byte % ALPHABET.length];
    }
  }
  return code;
}

async function getUsername(tx: Tx, id: UserId): Promise<string> {
  const [user] = await listUserNames(tx, [id]);
  return user?.name ?? id;
}
