import { type JoinRequestState, MAX_OPEN_REQUESTS } from "@fairclick/core/campaigns/join-rule";
import { isJoinable } from "@fairclick/core/campaigns/status";
import { AppError } from "@fairclick/core/errors";
import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { campaignJoined, joinAnswered } from "@fairclick/core/notices/campaign-notices";
import { lockUser } from "@fairclick/sql/accounts/archive";
import { isVerifiedCreator } from "@fairclick/sql/accounts/channels";
import { lockSuspension } from "@fairclick/sql/accounts/operated-users";
import {
  type CampaignRow,
  findCampaign,
  type LockedCampaignRow,
} from "@fairclick/sql/campaigns/campaigns";
import {
  countOpenRequests,
  decideRequest,
  listOpenRequests,
  listRequestsOfCreator,
  lockRequest,
  type OwnRequestRow,
  openRequest,
  type RequestRow,
} from "@fairclick/sql/campaigns/joining";
import { findLink, type LinkKey } from "@fairclick/sql/campaigns/links";
import { listUserNames } from "@fairclick/sql/clicks/click-decisions";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import type { AttemptLimits } from "../accounts/limits";
import { requireUser, writeAudit } from "../changes";
import { type Ctx, type Page, type PageInput, readPage } from "../context";
import { notify } from "../notify";
import { refuseUnwanted } from "./audience";
import { createLink } from "./links";
import {
  addReachedLimits,
  campaignNotFound,
  getOwnCampaign,
  type JoinedCampaignView,
  linkNotFound,
  lockOwnCampaign,
  viewCampaign,
} from "./read-campaigns";

/**
 * Creates the caller's link. Throws `own_campaign`, `campaign_not_joinable`, `already_joined`, or
 * `not_wanted` if the campaign wants other creators, verified ones, or a request.
 */
export async function joinCampaign(ctx: Ctx, campaignId: CampaignId): Promise<JoinedCampaignView> {
  const creatorId = requireUser(ctx);
  const joined = await withTx(ctx.db, async (tx) => {
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
  const [view] = await addReachedLimits(ctx, [joined]);
  if (!view) throw linkNotFound();
  return view;
}

function alreadyJoined(): AppError {
  return new AppError("already_joined", t`You have already joined this campaign`);
}

/** Throws `own_campaign`, `not_found` and `campaign_not_joinable`. */
function refuseUnjoinable(campaign: CampaignRow, creatorId: UserId, at: Date): void {
  if (campaign.developerId === creatorId) {
    throw new AppError("own_campaign", t`You cannot join your own campaign`);
  }
  if (!campaign.fundedAt) throw campaignNotFound();
  if (!isJoinable(viewCampaign(campaign, at).status)) {
    throw new AppError("campaign_not_joinable", t`This campaign cannot be joined right now`);
  }
}

async function getUsername(tx: Tx, id: UserId): Promise<string> {
  const [user] = await listUserNames(tx, [id]);
  return user?.name ?? id;
}

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

/** Throws `not_wanted` if the campaign's developer lets only others join without a request. */
async function refuseByJoinRule(
  tx: Tx,
  { campaign, creatorId }: { campaign: Pick<LockedCampaignRow, "joinRule">; creatorId: UserId },
): Promise<void> {
  switch (campaign.joinRule) {
    case "everybody":
      return;
    case "verified":
      if (await isVerifiedCreator(tx, creatorId)) return;
      throw new AppError(
        "not_wanted",
        t`This campaign accepts verified creators only. Prove one of your channels in your profile, then join.`,
      );
    case "approval":
      throw new AppError(
        "not_wanted",
        t`The developer of this campaign approves each creator. Send a request to join.`,
      );
  }
}

const MAX_LISTED = 100;

/** Lists the caller's last requests, newest first. */
export async function listOwnRequests(ctx: Ctx): Promise<OwnRequestRow[]> {
  const creatorId = requireUser(ctx);
  return listRequestsOfCreator(ctx.db.sql, { creatorId, limit: MAX_LISTED });
}

/**
 * Asks the developer of a campaign to let the caller join. A refused creator cannot ask again, and a
 * withdrawn request goes to the end of the list when it is sent again. Throws what `joinCampaign`
 * throws, and `conflict` if the campaign needs no request or too many of the caller's are open.
 */
export async function requestToJoin(
  ctx: Ctx,
  { campaignId, message }: { campaignId: CampaignId; message: string },
  { limits }: { limits: Pick<AttemptLimits, "take"> },
): Promise<void> {
  const creatorId = requireUser(ctx);
  await limits.take("joinRequestAccount", creatorId);
  const key = { campaignId, creatorId };
  const at = ctx.now();
  await withTx(ctx.db, async (tx) => {
    // Serialises the caller's requests, so that the limit holds.
    await lockUser(tx, creatorId);
    const campaign = await findCampaign(tx, campaignId);
    if (!campaign) throw campaignNotFound();
    if (await findLink(tx, key)) throw alreadyJoined();
    refuseUnjoinable(campaign, creatorId, at);
    await refuseUnwanted(tx, { campaign, creatorId });
    if (campaign.joinRule !== "approval") {
      throw new AppError("conflict", t`This campaign needs no request: join it.`);
    }
    const known = await lockRequest(tx, key);
    if (known?.state === "open") throw new AppError("conflict", t`Your request waits already.`);
    if (known?.state === "refused") {
      throw new AppError("not_wanted", t`The developer has refused your request.`);
    }
    if ((await countOpenRequests(tx, { creatorId, at })) >= MAX_OPEN_REQUESTS) {
      throw new AppError(
        "conflict",
        t`At most ${MAX_OPEN_REQUESTS} of your requests can wait at a time. Withdraw one of them first.`,
      );
    }
    await openRequest(tx, { ...key, message, at });
    await writeAudit(tx, ctx, {
      action: "campaign.request_join",
      subject: `link:${campaignId}:${creatorId}`,
    });
    await notify(tx, ctx, campaignJoined, {
      to: [campaign.developerId],
      data: {
        ...{ campaignId, name: campaign.name },
        ...{ state: "requested", creator: await getUsername(tx, creatorId) },
      },
      // Sending a request again and again notifies once.
      key: `${campaignId}:${creatorId}:requested`,
    });
  });
}

/** Throws `not_found` if no request is open. */
export async function withdrawRequest(ctx: Ctx, campaignId: CampaignId): Promise<void> {
  const creatorId = requireUser(ctx);
  const key = { campaignId, creatorId };
  await withTx(ctx.db, async (tx) => {
    const decision = { ...key, state: "withdrawn" as const, answer: null, at: ctx.now() };
    if (!(await decideRequest(tx, decision))) {
      throw new AppError("not_found", t`You have no open request for this campaign`);
    }
    await writeAudit(tx, ctx, {
      action: "campaign.withdraw_request",
      subject: `link:${campaignId}:${creatorId}`,
    });
  });
}
