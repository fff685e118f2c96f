import { AppError } from "@fairclick/core/errors";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { campaignPaid } from "@fairclick/core/notices/campaign-notices";
import { findCampaign, type LockedCampaignRow } from "@fairclick/sql/campaigns/campaigns";
import type { Tx } from "@fairclick/sql/db/client";
import type { Ctx } from "../context";
import { inLanguage } from "../language/in-language";
import { notify } from "../notices/notify";
import { viewCampaign } from "./campaign-view";
import { fundLocked } from "./fund-campaign";
import { campaignNotFound } from "./parse-ids";
import type { ReviewTerms } from "./reviews/find-reasons";

type Paid = {
  /** Locked after `lockOutDecisions`. */
  campaign: LockedCampaignRow;
  payerId: UserId;
  depositId: string;
  terms: ReviewTerms;
};

/**
 * Funds the campaign that a deposit was made for, from the wallet that was just credited, and tells
 * the developer. Returns why not if the campaign cannot be launched; the money then stays in the
 * wallet.
 */
export async function launchPaidCampaign(tx: Tx, ctx: Ctx, paid: Paid): Promise<string | null> {
  const { campaign, payerId, depositId } = paid;
  const { id, name } = campaign;
  // The refusal is stored, so it is in English, whatever the language of the request.
  const refusal = await inLanguage("en", () => tryLaunch(tx, ctx, paid));
  const outcome =
    refusal === null
      ? ({ outcome: "launched", status: (await getView(tx, ctx, id)).status } as const)
      : ({ outcome: "refused", reason: refusal } as const);
  const data = { campaignId: id, name, ...outcome };
  await notify(tx, ctx, campaignPaid, { to: [payerId], data, key: depositId });
  return refusal;
}

/** A refusal undoes what the attempt changed, but not the deposit. */
async function tryLaunch(
  tx: Tx,
  ctx: Ctx,
  { campaign, payerId, terms }: Paid,
): Promise<string | null> {
  try {
    await tx.savepoint(async (part) => {
      if (campaign.developerId !== payerId) throw campaignNotFound();
      const { developerSuspendedAt } = await getView(part, ctx, campaign.id);
      if (developerSuspendedAt) throw new AppError("forbidden", t`Your account is suspended`);
      if (campaign.forcedPauseReason !== null) {
        throw new AppError("forbidden", t`Fairclick paused it: ${campaign.forcedPauseReason}`);
      }
      await fundLocked(part, ctx, { campaign, terms });
    });
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

async function getView(tx: Tx, ctx: Ctx, id: CampaignId) {
  const row = await findCampaign(tx, id);
  if (!row) throw campaignNotFound();
  return viewCampaign(row, ctx.now());
}
