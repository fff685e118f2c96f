import { formatExactDollars, MAX_AMOUNT_MICROS } from "@fairclick/core/amounts";
import {
  type addBudgetSchema,
  budgetTooSmall,
  MIN_BUDGET_CLICKS,
} from "@fairclick/core/campaigns/campaign-input";
import { AppError } from "@fairclick/core/errors";
import type { CampaignId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { increaseBudget, type LockedCampaignRow } from "@fairclick/sql/campaigns/campaigns";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { isPosted, lockAccounts } from "@fairclick/sql/money/ledger";
import type { z } from "zod";
import { requireNoCooldown } from "../accounts/recovery/recovery-cooldown";
import type { Ctx } from "../context";
import { writeAudit } from "../operations/write-audit";
import type { CampaignView } from "./campaign-view";
import { getOwnCampaign, lockOwnCampaign } from "./own-campaign";
import { payLosses } from "./pay-losses";
import { moveToEscrow } from "./reserve-budget";
import { showPauseReason } from "./show-pause-reason";

type Addition = z.output<typeof addBudgetSchema> & { id: CampaignId };

/**
 * Moves an amount from the wallet into the escrow of a funded campaign; an exhausted one pays again.
 * A repeat with the same request id and amount changes nothing. Throws `conflict`, `forbidden`,
 * `validation` or `insufficient_funds`.
 */
export async function addBudget(ctx: Ctx, addition: Addition): Promise<CampaignView> {
  const { id, amount, requestId } = addition;
  const idempotencyKey = `reserve:${id}:${requestId ?? Bun.randomUUIDv7()}:${amount}`;
  await withTx(ctx.db, async (tx) => {
    const campaign = await lockOwnCampaign(tx, ctx, id);
    if (await isPosted(tx, idempotencyKey)) return;
    refuseAddition(campaign, amount, ctx.now());
    await requireNoCooldown(tx, { userId: campaign.developerId, at: ctx.now() });
    await reserveMore(tx, campaign, { amount, idempotencyKey });
    await writeAudit(tx, ctx, {
      action: "campaign.add_budget",
      subject: `campaign:${id}`,
      before: { budgetMicros: campaign.budgetMicros.toString() },
      after: { budgetMicros: (campaign.budgetMicros + amount).toString() },
    });
  });
  return getOwnCampaign(ctx, id);
}

/** Locks both accounts in the order of their ids, because settlement may hold the escrow. */
async function reserveMore(
  tx: Tx,
  { id: campaignId, developerId }: LockedCampaignRow,
  { amount, idempotencyKey }: { amount: bigint; idempotencyKey: string },
): Promise<void> {
  await lockAccounts(tx, [
    { kind: "wallet", ownerId: developerId },
    { kind: "escrow", ownerId: campaignId },
  ]);
  await payLosses(tx, developerId);
  const moved = await moveToEscrow(tx, { campaignId, developerId, micros: amount, idempotencyKey });
  if (!moved.ok) {
    const missing = formatExactDollars(moved.missingMicros);
    throw new AppError("insufficient_funds", t`Your wallet is ${missing} short of this amount`);
  }
  await increaseBudget(tx, { id: campaignId, micros: amount });
}

function refuseAddition(campaign: LockedCampaignRow, amount: bigint, at: Date): void {
  if (campaign.disabledAt) throw new AppError("conflict", t`This campaign has been disabled`);
  if (campaign.endsAt <= at) throw new AppError("conflict", t`This campaign has ended`);
  if (!campaign.fundedAt) {
    throw new AppError("conflict", t`This campaign waits for its first budget: fund it first`);
  }
  if (campaign.forcedPauseReason !== null) {
    const message = t`Fairclick paused this campaign, so no budget can be added now. The reason: ${showPauseReason(campaign.forcedPauseReason)}`;
    throw new AppError("forbidden", message);
  }
  const wrong = wrongAmount(campaign, amount);
  if (wrong) {
    throw new AppError("validation", wrong, { issues: [{ path: "amount", message: wrong }] });
  }
}

function wrongAmount(campaign: LockedCampaignRow, amount: bigint): string | null {
  if (amount < (campaign.payoutMicros + campaign.feeMicros) * MIN_BUDGET_CLICKS)
    return budgetTooSmall();
  if (campaign.budgetMicros + amount <= MAX_AMOUNT_MICROS) return null;
  return t`A campaign's budget can be at most ${formatExactDollars(MAX_AMOUNT_MICROS)}`;
}
