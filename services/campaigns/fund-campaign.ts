import { formatExactDollars } from "@fairclick/core/amounts";
import { AppError } from "@fairclick/core/errors";
import type { CampaignId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import type { LockedCampaignRow } from "@fairclick/sql/campaigns/campaigns";
import { lockOutDecisions } from "@fairclick/sql/campaigns/reports";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { requireNoCooldown } from "../accounts/recovery/recovery-cooldown";
import type { Ctx } from "../context";
import { writeAudit } from "../operations/write-audit";
import type { CampaignView } from "./campaign-view";
import { getOwnCampaign, lockOwnCampaign } from "./own-campaign";
import { payLosses } from "./pay-losses";
import { refuseDisputed } from "./refuse-disputed";
import { refuseConfirmedAddress } from "./reports/refuse-confirmed-address";
import { reserveBudget } from "./reserve-budget";
import type { ReviewTerms } from "./reviews/find-reasons";
import { holdForReview } from "./reviews/hold-for-review";

/**
 * Reserves the budget of a campaign that was saved without funds; it may wait for review. Throws `conflict` or
 * `insufficient_funds`.
 */
export async function fundCampaign(
  ctx: Ctx,
  id: CampaignId,
  terms: ReviewTerms,
): Promise<CampaignView> {
  await withTx(ctx.db, async (tx) => {
    await lockOutDecisions(tx);
    const campaign = await lockOwnCampaign(tx, ctx, id);
    await fundLocked(tx, ctx, { campaign, terms });
  });
  return getOwnCampaign(ctx, id);
}

/** Like `fundCampaign`, for a campaign that is locked after `lockOutDecisions`. */
export async function fundLocked(
  tx: Tx,
  ctx: Ctx,
  { campaign, terms }: { campaign: LockedCampaignRow; terms: ReviewTerms },
): Promise<void> {
  const at = ctx.now();
  const { id, developerId, budgetMicros } = campaign;
  if (campaign.fundedAt) throw new AppError("conflict", t`This campaign is already funded`);
  if (campaign.disabledAt) throw new AppError("conflict", t`This campaign has been disabled`);
  if (campaign.endsAt <= at) throw new AppError("conflict", t`This campaign has ended`);
  await refuseConfirmedAddress(tx, campaign.gameUrl);
  await refuseDisputed(tx, { developerId, at });
  await requireNoCooldown(tx, { userId: developerId, at });
  await payLosses(tx, developerId);
  const reserved = await reserveBudget(tx, { campaignId: id, developerId, budgetMicros, at });
  if (!reserved.ok) {
    const missing = formatExactDollars(reserved.missingMicros);
    throw new AppError("insufficient_funds", t`Your wallet is ${missing} short of the budget`);
  }
  await holdForReview(tx, ctx, { campaign, terms });
  await writeAudit(tx, ctx, {
    action: "campaign.fund",
    subject: `campaign:${id}`,
    after: { budgetMicros: budgetMicros.toString() },
  });
}
