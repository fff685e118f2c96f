import { describeReport } from "@fairclick/core/campaigns/reports";
import {
  describeReview,
  type ReviewReason,
  reviewReasons,
} from "@fairclick/core/campaigns/reviews";
import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import type { CampaignId } from "@fairclick/core/ids";
import { showStored, t } from "@fairclick/core/language/t";
import { campaignDecided } from "@fairclick/core/notices/campaign-notices";
import type { OperatorAction } from "@fairclick/core/operations/operators";
import {
  type LockedCampaignRow,
  lockCampaign,
  markEnded,
} from "@fairclick/sql/campaigns/campaigns";
import { findOpenReview } from "@fairclick/sql/campaigns/cases";
import {
  forcePause,
  liftForcedPause,
  updateCampaignDisabled,
} from "@fairclick/sql/campaigns/stops";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { makeChange, writeAudit } from "../changes";
import type { Ctx } from "../context";
import { inLanguage } from "../language/in-language";
import { notify } from "../notify";
import { notifyEnded, notifyPaidAgain, notifyPaused } from "./notify-campaign";
import {
  type CampaignView,
  campaignNotFound,
  getOwnCampaign,
  lockOwnCampaign,
} from "./read-campaigns";
import { refuseBlocked } from "./reports";

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
        await notifyPaused(tx, ctx, [id]);
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
        if (pausedBefore === null) await notifyPaidAgain(tx, ctx, before);
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
  const review = await findOpenReview(tx, id);
  if (review?.about.subject !== "campaign") return;
  throw new AppError(
    "conflict",
    `This campaign waits for review ${review.id}: accept or decline it first.`,
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

/**
 * Ends the caller's campaign early, for good. Earlier clicks are still judged and paid; then
 * `releaseEscrows` returns the rest of the budget.
 */
export async function endCampaign(ctx: Ctx, id: CampaignId): Promise<CampaignView> {
  const at = ctx.now();
  await withTx(ctx.db, async (tx) => {
    const campaign = await lockOwnCampaign(tx, ctx, id);
    if (campaign.disabledAt) throw new AppError("conflict", t`This campaign has been disabled`);
    refuseForcedPause(campaign);
    if (campaign.endsAt <= at || !(await markEnded(tx, { id, at }))) {
      throw new AppError("conflict", t`This campaign has ended`);
    }
    await writeAudit(tx, ctx, {
      action: "campaign.end",
      subject: `campaign:${id}`,
      before: { endsAt: campaign.endsAt.toISOString() },
      after: { endsAt: at.toISOString() },
    });
    await notifyEnded(tx, ctx, campaign);
  });
  return getOwnCampaign(ctx, id);
}

/**
 * Ending a paused campaign would release its budget for a new campaign. After a review or a confirmed
 * report, the new one waits for review.
 */
function refuseForcedPause({ forcedPauseBy, forcedPauseReason }: LockedCampaignRow): void {
  if (forcedPauseBy === null || forcedPauseBy === "review" || forcedPauseBy === "report") return;
  const message = t`Fairclick paused this campaign, so it cannot be ended now. The reason: ${showPauseReason(forcedPauseReason ?? "")}`;
  throw new AppError("forbidden", message);
}

/** Reasons of reviews by their text in English, which is what a campaign stores. */
const reviews = new Map<string, readonly ReviewReason[]>();

/** Translates why Fairclick paused a campaign. An operator's own words stay as they are. */
export function showPauseReason(stored: string): string {
  if (reviews.size === 0) {
    for (const reasons of listSelections(reviewReasons)) {
      reviews.set(
        inLanguage("en", () => describeReview(reasons)),
        reasons,
      );
    }
  }
  const reasons = reviews.get(stored);
  if (reasons) return describeReview(reasons);
  const report = inLanguage("en", () => describeReport(""));
  return stored.startsWith(report)
    ? describeReport(stored.slice(report.length))
    : showStored(stored);
}

/** Returns every selection of the items, in their order. */
function listSelections<Item>([first, ...rest]: readonly Item[]): Item[][] {
  if (first === undefined) return [[]];
  const others = listSelections(rest);
  return [...others, ...others.map((other) => [first, ...other])];
}
