import {
  budgetTooSmall,
  type changePriceSchema,
  MIN_BUDGET_CLICKS,
} from "@fairclick/core/campaigns/campaign-input";
import {
  capTooSmall,
  clickFee,
  decidePriceChange,
  type SpendingLimits,
} from "@fairclick/core/campaigns/prices";
import { isUnusualPrice } from "@fairclick/core/campaigns/reviews";
import { AppError } from "@fairclick/core/errors";
import type { CampaignId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { campaignChanged } from "@fairclick/core/notices/campaign-notices";
import { getLimits, type LockedCampaignRow } from "@fairclick/sql/campaigns/campaigns";
import { deleteNextPrice, insertPrice, listPrices } from "@fairclick/sql/campaigns/prices";
import { getPriceMedian } from "@fairclick/sql/campaigns/reviews";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { lockBalance } from "@fairclick/sql/money/ledger";
import { listCreatorIds } from "@fairclick/sql/notices/notices";
import type { z } from "zod";
import { writeAudit } from "../changes";
import type { Ctx } from "../context";
import { notify } from "../notify";
import { type CampaignView, getOwnCampaign, lockOwnCampaign } from "./read-campaigns";

type Change = z.output<typeof changePriceSchema> & { id: CampaignId };

/**
 * Changes what a click of the caller's campaign pays: a higher price at once, a lower one after the
 * notice. Throws `conflict` or `validation`.
 */
export async function changePrice(ctx: Ctx, change: Change): Promise<CampaignView> {
  const { id, payoutPerClick: payoutMicros, startsAt } = change;
  await withTx(ctx.db, async (tx) => {
    const { campaign, now } = await lockForPrice(ctx, tx, id);
    await refuseUnreviewedPrice(tx, campaign, { payoutMicros, now });
    const costMicros = payoutMicros + clickFee(campaign.feeBasisPoints, payoutMicros);
    refuseSmallBudget(campaign, costMicros);
    refuseSmallCaps(await getLimits(tx, id), costMicros);
    const decided = decidePriceChange({
      prices: await listPrices(tx, id),
      payoutMicros,
      startsAt: startsAt === undefined ? null : Date.parse(startsAt),
      endsAt: campaign.endsAt.getTime(),
      now: now.getTime(),
    });
    if (!decided.ok) throw new AppError("conflict", decided.message);
    const start = new Date(decided.startsAt);
    await insertPrice(tx, { campaignId: id, startsAt: start, payoutMicros });
    await writeAudit(tx, ctx, {
      action: "campaign.price",
      subject: `campaign:${id}`,
      before: { payoutMicros: campaign.payoutMicros.toString() },
      after: { payoutMicros: payoutMicros.toString(), startsAt: start.toISOString() },
    });
    await notify(tx, ctx, campaignChanged, {
      to: await listCreatorIds(tx, id),
      data: {
        ...{ campaignId: id, name: campaign.name },
        ...{ change: "price", payoutMicros, startsAt: start.toISOString() },
      },
    });
  });
  return getOwnCampaign(ctx, id);
}

/** Withdraws a price that was announced and has not begun. Throws `conflict` if there is none. */
export async function withdrawPrice(ctx: Ctx, id: CampaignId): Promise<CampaignView> {
  await withTx(ctx.db, async (tx) => {
    const { campaign, now } = await lockForPrice(ctx, tx, id);
    const price = await deleteNextPrice(tx, { campaignId: id, after: now });
    if (!price) throw new AppError("conflict", t`No change of the price is announced`);
    await writeAudit(tx, ctx, {
      action: "campaign.price_withdraw",
      subject: `campaign:${id}`,
      before: {
        payoutMicros: price.payoutMicros.toString(),
        startsAt: price.startsAt.toISOString(),
      },
    });
    await notify(tx, ctx, campaignChanged, {
      to: await listCreatorIds(tx, id),
      data: { campaignId: id, name: campaign.name, change: "price_withdrawn" },
    });
  });
  return getOwnCampaign(ctx, id);
}

/**
 * The escrow's lock keeps settlement out, which judges only clicks of some time ago: no click after
 * this `now` has been judged at the old price.
 */
async function lockForPrice(ctx: Ctx, tx: Tx, id: CampaignId) {
  const campaign = await lockOwnCampaign(tx, ctx, id);
  await lockBalance(tx, { kind: "escrow", ownerId: id });
  const now = ctx.now();
  if (campaign.disabledAt) throw new AppError("conflict", t`This campaign has been disabled`);
  if (campaign.endsAt <= now) throw new AppError("conflict", t`This campaign has ended`);
  return { campaign, now };
}

/** Otherwise a change of price would be a way around the review of new campaigns. */
async function refuseUnreviewedPrice(
  tx: Tx,
  { developerId, forcedPauseBy }: LockedCampaignRow,
  { payoutMicros, now }: { payoutMicros: bigint; now: Date },
): Promise<void> {
  if (forcedPauseBy === "review") {
    throw new AppError(
      "conflict",
      t`This campaign waits for review, so its price cannot change now`,
    );
  }
  const median = await getPriceMedian(tx, { except: developerId, at: now });
  if (!isUnusualPrice({ micros: payoutMicros, median })) return;
  throw new AppError(
    "conflict",
    t`This price is far from what others pay, so an operator must review it: launch another campaign with it.`,
  );
}

/** The limit of new campaigns: one click costs at most 1% of the budget. */
function refuseSmallBudget({ budgetMicros }: LockedCampaignRow, costMicros: bigint) {
  if (budgetMicros >= costMicros * MIN_BUDGET_CLICKS) return;
  const issues = [{ path: "payoutPerClick", message: budgetTooSmall() }];
  throw new AppError("validation", budgetTooSmall(), { issues });
}

function refuseSmallCaps({ dailyCapMicros, creatorCapMicros }: SpendingLimits, costMicros: bigint) {
  const caps = [dailyCapMicros, creatorCapMicros].filter((cap) => cap !== null);
  if (caps.every((cap) => cap >= costMicros)) return;
  const issues = [{ path: "payoutPerClick", message: capTooSmall() }];
  throw new AppError("validation", capTooSmall(), { issues });
}
