import { MAX_OPEN_REQUESTS } from "@fairclick/core/campaigns/join-rule";
import { AppError } from "@fairclick/core/errors";
import type { CampaignId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { campaignJoined } from "@fairclick/core/notices/campaign-notices";
import { lockUser } from "@fairclick/sql/accounts/account-deletion";
import { findCampaign } from "@fairclick/sql/campaigns/campaigns";
import {
  countOpenRequests,
  decideRequest,
  listRequestsOfCreator,
  lockRequest,
  type OwnRequestRow,
  openRequest,
} from "@fairclick/sql/campaigns/joining";
import { findLink } from "@fairclick/sql/campaigns/links";
import { withTx } from "@fairclick/sql/db/tx";
import type { AttemptLimits } from "../../accounts/auth/attempt-limits";
import { requireUser } from "../../actor";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import { writeAudit } from "../../operations/write-audit";
import { alreadyJoined, getUsername, refuseUnjoinable } from "../join-campaign";
import { campaignNotFound } from "../parse-ids";
import { refuseUnwanted } from "../wanted-creators";

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
