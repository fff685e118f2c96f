import { AppError } from "@fairclick/core/errors";
import type { CampaignId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { type LockedCampaignRow, markEnded } from "@fairclick/sql/campaigns/campaigns";
import { withTx } from "@fairclick/sql/db/tx";
import type { Ctx } from "../context";
import { writeAudit } from "../operations/write-audit";
import type { CampaignView } from "./campaign-view";
import { notifyEnded } from "./notify-campaign";
import { getOwnCampaign, lockOwnCampaign } from "./own-campaign";
import { showPauseReason } from "./show-pause-reason";

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
