import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import { isUuid } from "@fairclick/core/ids";
import { campaignDecided } from "@fairclick/core/notices/campaign-notices";
import {
  type LockedCampaignRow,
  lockCampaign,
  markEnded,
} from "@fairclick/sql/campaigns/campaigns";
import { lockOutDecisions } from "@fairclick/sql/campaigns/reports";
import { closeReview, findReview, type LockedReview } from "@fairclick/sql/campaigns/reviews";
import { liftForcedPause, updateCampaignDisabled } from "@fairclick/sql/campaigns/stops";
import type { Tx } from "@fairclick/sql/db/client";
import { requireOperator } from "../../actor";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import { makeChange } from "../../operations/operators/make-change";
import { changeGameUrl } from "../change-game-url";
import { refuseBlocked, refuseConfirmedAddress } from "../reports/refuse-confirmed-address";
import { type ReviewTerms, rememberHost } from "./find-reasons";

type Decision = ChangeInput & { id: string };
type Locked = { review: LockedReview; campaign: LockedCampaignRow };

/** Makes a campaign live, or sends its visitors to the new address. A pause of another kind stays. */
export async function approveReview(
  ctx: Ctx,
  decision: Decision,
  terms: ReviewTerms,
): Promise<OperatorChange> {
  return decide(ctx, { ...decision, state: "approved" }, async (tx, { review, campaign }) => {
    refuseBlocked(campaign);
    await refuseConfirmedAddress(tx, review.gameUrl);
    const { id, developerId, forcedPauseBy } = campaign;
    if (review.subject === "game_url") {
      await changeGameUrl(tx, ctx, { campaign, gameUrl: review.gameUrl });
    } else if (forcedPauseBy === "review") {
      await liftForcedPause(tx, id);
    }
    await rememberHost(tx, { developerId, gameUrl: review.gameUrl, terms, at: ctx.now() });
  });
}

/** Ends a new campaign, which returns its budget; a running one keeps its former address. */
export async function rejectReview(ctx: Ctx, decision: Decision): Promise<OperatorChange> {
  const { reason } = decision;
  return decide(ctx, { ...decision, state: "rejected" }, async (tx, { review, campaign }) => {
    if (review.subject === "game_url") return;
    const { id, forcedPauseBy } = campaign;
    const at = ctx.now();
    await updateCampaignDisabled(tx, { id, at, reason });
    // The end returns the budget, which a dispute keeps reserved.
    if (forcedPauseBy === "review" && !(await markEnded(tx, { id, at }))) throw ended();
  });
}

/** Locks the campaign before its review is read again: that is the order of its developer's changes. */
async function decide(
  ctx: Ctx,
  { id, state, ...input }: Decision & { state: "approved" | "rejected" },
  apply: (tx: Tx, locked: Locked) => Promise<void>,
): Promise<OperatorChange> {
  const operatorId = requireOperator(ctx);
  return makeChange(ctx, input, async (tx) => {
    const locked = await lockReview(tx, id);
    const { review, campaign } = locked;
    if (review.state !== "waiting") {
      throw new AppError("conflict", `This review was ${review.state} already.`);
    }
    if (campaign.endsAt <= ctx.now()) throw ended();
    return {
      action: `campaign.review_${state}`,
      subject: `campaign:${campaign.id}`,
      before: { state: review.state, gameUrl: campaign.gameUrl },
      after: { state, gameUrl: review.gameUrl },
      apply: async () => {
        await apply(tx, locked);
        await closeReview(tx, { id, state, answer: input.reason, operatorId, at: ctx.now() });
        const { id: campaignId, name, developerId } = campaign;
        const isNew = review.subject === "campaign";
        const decision =
          state === "approved"
            ? ({ decision: isNew ? "approved" : "address_approved" } as const)
            : ({
                decision: isNew ? "rejected" : "address_rejected",
                reason: input.reason,
              } as const);
        const data = { campaignId, name, ...decision };
        await notify(tx, ctx, campaignDecided, { to: [developerId], data, key: id });
      },
    };
  });
}

async function lockReview(tx: Tx, id: string): Promise<Locked> {
  await lockOutDecisions(tx);
  const found = isUuid(id) ? await findReview(tx, id) : null;
  const campaign = found && (await lockCampaign(tx, found.campaignId));
  const review = campaign && (await findReview(tx, id));
  if (!review) throw new AppError("not_found", "There is no such review.");
  return { review, campaign };
}

function ended(): AppError {
  return new AppError("conflict", "This campaign has ended.");
}
