import type { JoinRequestState } from "@fairclick/core/campaigns/join-rule";
import { AppError } from "@fairclick/core/errors";
import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { joinAnswered } from "@fairclick/core/notices/campaign-notices";
import { lockSuspension } from "@fairclick/sql/accounts/operated-users";
import { findCampaign, type LockedCampaignRow } from "@fairclick/sql/campaigns/campaigns";
import {
  decideRequest,
  listOpenRequests,
  lockRequest,
  type RequestRow,
} from "@fairclick/sql/campaigns/joining";
import type { LinkKey } from "@fairclick/sql/campaigns/links";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import { writeAudit } from "../../operations/write-audit";
import { type Page, type PageInput, readPage } from "../../read-page";
import { refuseUnjoinable } from "../join-campaign";
import { createLink } from "../links/create-link";
import { getOwnCampaign, lockOwnCampaign } from "../own-campaign";
import { campaignNotFound } from "../parse-ids";

/** Lists the open requests to join the caller's own campaign, oldest first. */
export async function listRequests(
  ctx: Ctx,
  { campaignId, ...input }: PageInput & { campaignId: CampaignId },
): Promise<Page<RequestRow>> {
  await getOwnCampaign(ctx, campaignId);
  const cursor = input.cursor ? asId<UserId>(input.cursor) : null;
  return readPage(input, {
    read: (limit) => listOpenRequests(ctx.db.sql, { campaignId, limit, cursor }),
    toCursor: ({ creatorId }) => creatorId,
  });
}

/**
 * Creates the link of a creator who has requested to join. Throws `not_found`, `conflict` if the
 * request no longer waits or its account is suspended, and `campaign_not_joinable`.
 */
export async function acceptRequest(ctx: Ctx, key: LinkKey): Promise<void> {
  await answer(ctx, key, async (tx, { name }) => {
    const { campaignId, creatorId } = key;
    const campaign = await findCampaign(tx, campaignId);
    if (!campaign) throw campaignNotFound();
    refuseUnjoinable(campaign, creatorId, ctx.now());
    const account = await lockSuspension(tx, creatorId);
    if (!account || account.suspendedAt) {
      throw new AppError("conflict", t`This creator's account is suspended.`);
    }
    await decideRequest(tx, { ...key, state: "accepted", answer: null, at: ctx.now() });
    await createLink(tx, key);
    const data = { campaignId, name, answer: "accepted" } as const;
    await notify(tx, ctx, joinAnswered, { to: [creatorId], data });
    return "campaign.accept_join";
  });
}

/** Refuses a request for good; its creator reads the reason. Throws like `acceptRequest`. */
export async function refuseRequest(
  ctx: Ctx,
  { reason, ...key }: LinkKey & { reason: string },
): Promise<void> {
  await answer(ctx, key, async (tx, { name }) => {
    const { campaignId, creatorId } = key;
    await decideRequest(tx, { ...key, state: "refused", answer: reason, at: ctx.now() });
    const data = { campaignId, name, answer: "refused", reason } as const;
    await notify(tx, ctx, joinAnswered, { to: [creatorId], data });
    return "campaign.refuse_join";
  });
}

/** Locks campaign and request, so that one of two answers wins. */
async function answer(
  ctx: Ctx,
  key: LinkKey,
  apply: (tx: Tx, campaign: LockedCampaignRow) => Promise<string>,
): Promise<void> {
  const { campaignId, creatorId } = key;
  await withTx(ctx.db, async (tx) => {
    const campaign = await lockOwnCampaign(tx, ctx, campaignId);
    const request = await lockRequest(tx, key);
    if (!request) throw new AppError("not_found", t`There is no such request`);
    if (request.state !== "open") {
      throw new AppError("conflict", describeState(request.state));
    }
    const action = await apply(tx, campaign);
    await writeAudit(tx, ctx, { action, subject: `link:${campaignId}:${creatorId}` });
  });
}

function describeState(state: JoinRequestState): string {
  switch (state) {
    case "accepted":
      return t`This request was accepted already.`;
    case "refused":
      return t`This request was refused already.`;
    default:
      return t`This request was withdrawn already.`;
  }
}
