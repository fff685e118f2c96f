import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import type { CampaignId } from "@fairclick/core/ids";
import { campaignDecided } from "@fairclick/core/notices/campaign-notices";
import type { OperatorAction } from "@fairclick/core/operations/operators";
import { type LockedCampaignRow, lockCampaign } from "@fairclick/sql/campaigns/campaigns";
import { findWaitingReview } from "@fairclick/sql/campaigns/reviews";
import {
  forcePause,
  liftForcedPause,
  updateCampaignDisabled,
} from "@fairclick/sql/campaigns/stops";
import type { Tx } from "@fairclick/sql/db/client";
import type { Ctx } from "../context";
import { notify } from "../notices/notify";
import { makeChange } from "../operations/operators/make-change";
import { campaignNotFound } from "./parse-ids";
import { refuseBlocked } from "./reports/refuse-confirmed-address";

type Input = ChangeInput & { id: CampaignId };
type Act = (tx: Tx, campaign: LockedCampaignRow) => Promise<Effect> | Effect;
type Effect = { after: Partial<LockedCampaignRow>; apply: () => Promise<void> };

/**
 * Pauses a campaign so that only an operator can resume it. Visitors are still redirected; their
 * clicks are unpaid.
 */
export async function pauseCampaign(ctx: Ctx, input: Input): Promise<OperatorChange> {
  const { id, reason } = input;
  const at = ctx.now();
  return changeCampaign(ctx, { ...input, action: "campaign.pause" }, (tx, before) => {
    if (before.endsAt <= at) throw new AppError("conflict", "This campaign has ended.");
    if (before.forcedPauseAt) throw new AppError("conflict", "This campaign is paused already.");
    return {
      after: {
        forcedPauseBy: "operator",
        forcedPauseReason: reason,
        pausedAt: before.pausedAt ?? at,
      },
      apply: async () => {
        await forcePause(tx, { id, at, by: "operator", reason });
        await notifyDecided(ctx, tx, before, { decision: "paused", reason });
      },
    };
  });
}

/**
 * Resumes a campaign that an operator or the platform paused. One that its developer paused can
 * only be resumed by the developer.
 */
export async function resumeCampaign(ctx: Ctx, input: Input): Promise<OperatorChange> {
  return changeCampaign(ctx, { ...input, action: "campaign.resume" }, async (tx, before) => {
    await refuseWaiting(tx, input.id);
    refuseBlocked(before);
    const { forcedPauseAt, pausedAt } = before;
    if (!forcedPauseAt) {
      const why = pausedAt ? "was paused by its developer, who can resume it" : "is not paused";
      throw new AppError("conflict", `This campaign ${why}.`);
    }
    const pausedBefore = pausedAt && pausedAt < forcedPauseAt ? pausedAt : null;
    return {
      after: { forcedPauseBy: null, forcedPauseReason: null, pausedAt: pausedBefore },
      apply: async () => {
        await liftForcedPause(tx, input.id);
        await notifyDecided(ctx, tx, before, { decision: "resumed" });
      },
    };
  });
}

/** Disables a campaign: visitors of its links get 410. Earlier clicks are judged and paid. */
export async function disableCampaign(ctx: Ctx, input: Input): Promise<OperatorChange> {
  const { id, reason } = input;
  const at = ctx.now();
  return changeCampaign(ctx, { ...input, action: "campaign.disable" }, (tx, before) => {
    if (before.disabledAt) throw new AppError("conflict", "This campaign is disabled already.");
    return {
      after: { disabledAt: at, disabledReason: reason },
      apply: async () => {
        await updateCampaignDisabled(tx, { id, at, reason });
        await notifyDecided(ctx, tx, before, { decision: "disabled", reason });
      },
    };
  });
}

/** Enables a disabled campaign; a pause stays. */
export async function restoreCampaign(ctx: Ctx, input: Input): Promise<OperatorChange> {
  const { id } = input;
  return changeCampaign(ctx, { ...input, action: "campaign.restore" }, (tx, before) => {
    if (!before.disabledAt) throw new AppError("conflict", "This campaign is not disabled.");
    return {
      after: { disabledAt: null, disabledReason: null },
      apply: async () => {
        await updateCampaignDisabled(tx, { id, at: null, reason: null });
        await notifyDecided(ctx, tx, before, { decision: "resumed" });
      },
    };
  });
}

async function refuseWaiting(tx: Tx, id: CampaignId): Promise<void> {
  const review = await findWaitingReview(tx, id);
  if (review?.subject !== "campaign") return;
  throw new AppError(
    "conflict",
    `This campaign waits for review ${review.id}: approve or reject it first.`,
  );
}

async function notifyDecided(
  ctx: Ctx,
  tx: Tx,
  { id: campaignId, name, developerId }: LockedCampaignRow,
  made: { decision: "paused" | "disabled"; reason: string } | { decision: "resumed" },
): Promise<void> {
  const data = { campaignId, name, ...made };
  await notify(tx, ctx, campaignDecided, { to: [developerId], data });
}

async function changeCampaign(
  ctx: Ctx,
  { id, action, ...input }: Input & { action: OperatorAction },
  act: Act,
): Promise<OperatorChange> {
  return makeChange(ctx, input, async (tx) => {
    const before = await lockCampaign(tx, id);
    if (!before) throw campaignNotFound();
    const { after, apply } = await act(tx, before);
    return {
      action,
      subject: `campaign:${id}`,
      before: facts(before),
      after: facts({ ...before, ...after }),
      apply,
    };
  });
}

function facts(campaign: LockedCampaignRow) {
  return {
    name: campaign.name,
    pausedAt: campaign.pausedAt?.toISOString() ?? null,
    forcedPauseBy: campaign.forcedPauseBy,
    forcedPauseReason: campaign.forcedPauseReason,
    disabledAt: campaign.disabledAt?.toISOString() ?? null,
    disabledReason: campaign.disabledReason,
  };
}
