import { sumCosts } from "@fairclick/core/campaigns/status";
import { findNetworkKind } from "@fairclick/core/clicks/address-evidence";
import {
  type AppealedGroup,
  appealedGroupSchema,
  appealUntil,
  clickDay,
  describeNetworks,
  MAX_APPEAL_CLICKS,
  type NetworkCounts,
} from "@fairclick/core/clicks/appeals";
import type { Verdict } from "@fairclick/core/clicks/signal";
import { AppError } from "@fairclick/core/errors";
import { type CampaignId, isUuid } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { caseAnswered } from "@fairclick/core/notices/click-notices";
import { countOpenCases, insertCase } from "@fairclick/sql/campaigns/cases";
import {
  type AppealedClick,
  type CampaignFunds,
  listAppealedClicks,
} from "@fairclick/sql/clicks/click-decisions";
import { type ClickOfLink, findClickOfLink } from "@fairclick/sql/clicks/read-clicks";
import { withTx } from "@fairclick/sql/db/tx";
import { type DecideCase, lockOpenCase } from "../campaigns/cases";
import { getOwnLink } from "../campaigns/links";
import { nameCampaign } from "../campaigns/notify-campaign";
import { requireOperator, writeAudit } from "../changes";
import type { Ctx } from "../context";
import { notify } from "../notify";
import { applyDecision, lockFunds, makeAct, unpayableReason } from "./decide-batch";

/** Max open appeals per creator: operators read each of them. */
const MAX_OPEN = 50;

type Appeal = { campaignId: CampaignId; clickId: string; text: string };

export type MadeAppeal = { appealedAt: Date; clicks: number; micros: bigint };

/**
 * Appeals all refused and held clicks of the caller's own link that have the UTC day and the reason of
 * this click; those that follow on this day are part of the appeal. Throws `not_found` or `conflict`.
 */
export async function appealClicks(
  ctx: Ctx,
  { campaignId, clickId, text }: Appeal,
): Promise<MadeAppeal> {
  const { creatorId } = await getOwnLink(ctx, campaignId);
  const at = ctx.now();
  return withTx(ctx.db, async (tx) => {
    const own = { clickId, campaignId, creatorId };
    const click = isUuid(clickId) ? await findClickOfLink(tx, own) : null;
    if (!click) throw new AppError("not_found", t`There is no such click.`);
    const group = findGroup(click, at);
    if ((await countOpenCases(tx, { kind: "appeals", userId: creatorId })) >= MAX_OPEN) {
      throw new AppError(
        "conflict",
        t`${MAX_OPEN} of your appeals are waiting. Please let them be answered first.`,
      );
    }
    const { alike: clicks } = click;
    const micros = click.priceMicros * BigInt(clicks);
    const id = Bun.randomUUIDv7();
    const isFirst = await insertCase(tx, {
      ...{ id, kind: "appeals", campaignId, userId: creatorId, text, at },
      ...{ micros, about: { ...group, clicks }, clicks: [] },
    });
    if (!isFirst) {
      throw new AppError(
        "conflict",
        t`You have appealed the clicks of this day and reason already.`,
      );
    }
    await writeAudit(tx, ctx, {
      action: "clicks.appeal",
      subject: `link:${campaignId}:${creatorId}`,
      reason: text,
      after: { appeal: id, ...group, clicks },
    });
    return { appealedAt: at, clicks, micros };
  });
}

function findGroup({ verdict, clickedAt, reason }: ClickOfLink, now: Date): AppealedGroup {
  if (reason === null || !appealUntil({ verdict, clickedAt, now })) {
    throw new AppError("conflict", describeRefusal(verdict));
  }
  return { day: clickDay(clickedAt), reason };
}

function describeRefusal(verdict: Verdict): string {
  switch (verdict) {
    case "pending":
      return t`This click is not judged yet.`;
    case "valid":
      return t`This click was paid.`;
    case "unpaid":
      return t`This click was not refused: the campaign could not pay for it.`;
    case "held":
    case "invalid":
      return t`The clicks of a day can be appealed for 30 days.`;
  }
}

/**
 * Accepting pays the clicks, the oldest first, as far as the budget covers them; declining makes held
 * ones invalid. Throws `conflict` while clicks of the day can follow, and `insufficient_funds` if the
 * budget covers none.
 */
export const decideAppeal: DecideCase<unknown> = async (ctx, tx, decision) => {
  const { id, campaignId, state, reason } = decision;
  const accepted = state === "accepted";
  const funds = await lockFunds(tx, campaignId);
  const { userId, about } = await lockOpenCase(tx, id);
  const group = appealedGroupSchema.parse(about);
  if (group.day >= clickDay(ctx.now())) {
    throw new AppError(
      "conflict",
      `Clicks of ${group.day} still come in: decide on the next day (UTC).`,
    );
  }
  const link = { campaignId, creatorId: userId };
  const found = await listAppealedClicks(tx, { ...link, ...group, limit: MAX_APPEAL_CLICKS });
  const { clicks, left } = accepted
    ? choosePayable(found, funds)
    : { clicks: found.filter(isHeld), left: null };
  if (accepted && clicks.length === 0) throw nothingToPay(left);
  const networks = countNetworks(found);
  const micros = clicks.reduce((sum, { priceMicros }) => sum + priceMicros, 0n);
  return {
    action: accepted ? "appeal.accept" : "appeal.decline",
    subject: `appeal:${id}`,
    counted: clicks.map((click) => click.id),
    before: {
      clicks: found.length,
      held: found.filter(isHeld).length,
      networks: describeNetworks(networks),
    },
    after: accepted
      ? { paidClicks: clicks.length, paidMicros: micros.toString(), ...(left ? { left } : {}) }
      : { rejectedClicks: clicks.length },
    apply: async () => {
      if (clicks.length > 0) {
        const action = accepted ? "approve" : "reject";
        const operatorId = requireOperator(ctx);
        const act = makeAct({ id, by: "operator", operatorId, action, reason });
        await applyDecision(ctx, tx, { act, campaignId, funds, clicks });
      }
      const named = await nameCampaign(tx, campaignId);
      const about = "appeal" as const;
      const answer = { ...named, about, accepted, reason, day: group.day, clicks: found.length };
      await notify(tx, ctx, caseAnswered, {
        to: [userId],
        data: { ...answer, paidMicros: accepted ? micros : 0n, networks },
        key: id,
      });
      return {
        ...{ clicks: found.length, networks },
        ...(accepted ? { paidClicks: clicks.length, paidMicros: micros.toString() } : {}),
      };
    },
  };
};

function isHeld({ verdict }: AppealedClick): boolean {
  return verdict === "held";
}

/** Held clicks have claimed their price and fee; the others take what is unclaimed. `left` says why some stay. */
function choosePayable(found: AppealedClick[], funds: CampaignFunds) {
  let { freeMicros } = funds;
  let why: string | null = null;
  const clicks = found.filter((click) => {
    if (isHeld(click)) return true;
    const refusal = unpayableReason(click, { ...funds, freeMicros });
    if (refusal === null) freeMicros -= sumCosts([click]);
    else why = refusal;
    return refusal === null;
  });
  const left = found.length - clicks.length;
  return { clicks, left: why === null ? null : `${left} clicks are not paid. ${why}.` };
}

function nothingToPay(left: string | null): AppError {
  return left === null
    ? new AppError(
        "conflict",
        "Its clicks are paid already or no longer kept: there is nothing to pay.",
      )
    : new AppError("insufficient_funds", left);
}

function countNetworks(clicks: readonly AppealedClick[]): NetworkCounts {
  return [...Map.groupBy(clicks, findNetworkKind)]
    .map(([kind, own]) => ({ kind, clicks: own.length }))
    .sort((a, b) => b.clicks - a.clicks);
}
