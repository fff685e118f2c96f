import { AppError } from "@fairclick/core/errors";
import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { checkCampaignDates, type NewCampaign } from "@fairclick/core/schemas/campaign";
import { insertCampaign, type NewCampaignRow } from "@fairclick/sql/campaigns";
import { openAccounts } from "@fairclick/sql/ledger";
import { withTx } from "@fairclick/sql/tx";
import { requireUser } from "../actor";
import type { Ctx } from "../context";
import { writeAudit } from "../write-audit";
import type { CampaignView } from "./campaign-view";
import { getOwnCampaign } from "./own-campaign";
import { type Reserved, reserveBudget } from "./reserve-budget";

export type CreatedCampaign = { campaign: CampaignView; reserved: Reserved };

/**
 * Saves a campaign and reserves its budget in the same transaction. A wallet that does not cover
 * the budget does not lose the campaign: it is saved, awaiting funds.
 */
export async function createCampaign(ctx: Ctx, input: NewCampaign): Promise<CreatedCampaign> {
  const developerId = requireUser(ctx);
  const at = ctx.now();
  const wrongDates = checkCampaignDates(input, at);
  if (wrongDates) {
    const issues = [{ path: "endDate", message: wrongDates }];
    throw new AppError("validation", wrongDates, { issues });
  }
  const row = newRow(developerId, input, at);
  const reserved = await withTx(ctx.db, async (tx) => {
    await insertCampaign(tx, row);
    await openAccounts(tx, row.id, ["escrow"]);
    const { id: campaignId, budgetMicros } = row;
    const reserved = await reserveBudget(tx, { campaignId, developerId, budgetMicros, at });
    await writeAudit(tx, ctx, {
      action: "campaign.create",
      subject: `campaign:${row.id}`,
      after: {
        name: row.name,
        gameUrl: row.gameUrl,
        payoutMicros: row.payoutMicros.toString(),
        budgetMicros: row.budgetMicros.toString(),
        funded: reserved.ok,
      },
    });
    return reserved;
  });
  return { campaign: await getOwnCampaign(ctx, row.id), reserved };
}

function newRow(developerId: UserId, input: NewCampaign, at: Date): NewCampaignRow {
  return {
    id: asId<CampaignId>(Bun.randomUUIDv7()),
    developerId,
    name: input.name || input.gameTitle,
    gameTitle: input.gameTitle,
    description: input.description,
    gameUrl: input.gameUrl,
    targetAudience: input.targetAudience,
    trailerLink: input.trailerLink || null,
    genres: [...new Set(input.tags)],
    hashtags: [...new Set(input.hashtags)],
    conversionTips: input.conversionTips,
    payoutMicros: input.payoutPerClick,
    budgetMicros: input.budget,
    startsAt: new Date(input.startDate),
    endsAt: new Date(input.endDate),
    pausedAt: input.isActive === false ? at : null,
  };
}
