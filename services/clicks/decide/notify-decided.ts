import {
  type ClickAction,
  describeReversal,
  type ReversalCategory,
} from "@fairclick/core/clicks/decisions";
import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { stored } from "@fairclick/core/language/stored-text";
import {
  clicksDecided,
  clicksReturned,
  clicksReversed,
} from "@fairclick/core/notices/click-notices";
import type { CampaignFunds, DecidableClick } from "@fairclick/sql/clicks/click-decisions";
import type { Tx } from "@fairclick/sql/db/client";
import { nameCampaign, notifyLowBudgets } from "../../campaigns/notify-campaign";
import type { Ctx } from "../../context";
import { notify, notifyEach } from "../../notices/notify";
import { sumCost } from "../objections/sum-cost";

type Decided = {
  act: { id: string; action: ClickAction; category: ReversalCategory | null };
  campaignId: CampaignId;
  funds: CampaignFunds;
  clicks: DecidableClick[];
  debts: ReadonlyMap<string, bigint>;
};

/**
 * Notifies the creators of decided clicks, and the developer if the campaign's money moved. Nobody is
 * notified of clicks that are held again, because another decision about them follows.
 */
export async function notifyDecided(ctx: Ctx, tx: Tx, decided: Decided): Promise<void> {
  const { act, campaignId, clicks } = decided;
  if (act.action === "hold") return;
  const named = await nameCampaign(tx, campaignId);
  if (act.action === "reverse") return notifyReversed(ctx, tx, { ...decided, named });
  const notices = groupByCreator(clicks).map(({ to, own }) => ({
    to,
    data: { ...named, clicks: own.length, paid: act.action === "approve" },
    key: `${act.id}:${own[0].id}`,
  }));
  await notifyEach(tx, ctx, clicksDecided, notices);
  if (act.action === "approve") await notifyLowBudgets(tx, ctx, [campaignId]);
}

type Reversed = Decided & { named: { campaignId: string; name: string } };

async function notifyReversed(ctx: Ctx, tx: Tx, reversed: Reversed): Promise<void> {
  const { act, named, funds, clicks, debts } = reversed;
  const reason = act.category ? describeReversal(act.category) : stored`Rejected by an operator`;
  const notices = groupByCreator(clicks).map(({ to, own }) => ({
    to,
    data: {
      ...{ ...named, clicks: own.length, amountMicros: sumPaid(own), reason },
      debtMicros: debts.get(to) ?? 0n,
    },
    key: `${act.id}:${own[0].id}`,
  }));
  await notifyEach(tx, ctx, clicksReversed, notices);
  const amountMicros = sumCost(clicks, funds.feeMicros);
  await notify(tx, ctx, clicksReturned, {
    to: [asId<UserId>(funds.developerId)],
    data: { ...named, clicks: clicks.length, amountMicros },
  });
}

function groupByCreator(clicks: readonly DecidableClick[]) {
  return [...Map.groupBy(clicks, ({ creatorId }) => creatorId)].flatMap(([id, [first, ...rest]]) =>
    first ? [{ to: asId<UserId>(id), own: [first, ...rest] as const }] : [],
  );
}

function sumPaid(clicks: readonly DecidableClick[]): bigint {
  return clicks.reduce((sum, { paidMicros }) => sum + paidMicros, 0n);
}
