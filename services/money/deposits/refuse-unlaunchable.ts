import { formatExactDollars, microsFromCents } from "@fairclick/core/amounts";
import { AppError } from "@fairclick/core/errors";
import type { CampaignId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { getBalance, getUnpaidLosses } from "@fairclick/sql/money/ledger";
import { requireNoCooldown } from "../../accounts/recovery/recovery-cooldown";
import { getOwnCampaign } from "../../campaigns/own-campaign";
import { refuseDisputed } from "../../campaigns/refuse-disputed";
import { showPauseReason } from "../../campaigns/show-pause-reason";
import type { Ctx } from "../../context";

/**
 * Checks before anything is paid that a payment can launch the caller's campaign. Throws `not_found`,
 * `forbidden`, `conflict` or `insufficient_funds`.
 */
export async function refuseUnlaunchable(
  ctx: Ctx,
  { campaignId, amountCents }: { campaignId: CampaignId; amountCents: number },
): Promise<void> {
  const campaign = await getOwnCampaign(ctx, campaignId);
  const { developerId, status, budgetMicros, forcedPauseReason } = campaign;
  if (status !== "AWAITING_FUNDS") {
    throw new AppError("conflict", t`This campaign does not wait for funds any more.`);
  }
  if (forcedPauseReason !== null) {
    throw new AppError(
      "forbidden",
      t`Fairclick paused this campaign: ${showPauseReason(forcedPauseReason)}`,
    );
  }
  await refuseDisputed(ctx.db.sql, { developerId, at: ctx.now() });
  await requireNoCooldown(ctx.db.sql, { userId: developerId, at: ctx.now() });
  const walletMicros = await getBalance(ctx.db.sql, { kind: "wallet", ownerId: developerId });
  const owedMicros = await getUnpaidLosses(ctx.db.sql, developerId);
  const neededMicros = budgetMicros + (owedMicros > 0n ? owedMicros : 0n) - walletMicros;
  const missingMicros = neededMicros - microsFromCents(amountCents);
  if (missingMicros <= 0n) return;
  const missing = formatExactDollars(missingMicros);
  throw new AppError(
    "insufficient_funds",
    owedMicros > 0n
      ? t`This payment is ${missing} short of the budget and the ${formatExactDollars(owedMicros)} that you owe.`
      : t`This payment is ${missing} short of the budget.`,
  );
}
