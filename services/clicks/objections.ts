import { sumCosts } from "@fairclick/core/campaigns/status";
import {
  MAX_OBJECTION_CLICKS,
  MAX_OPEN_OBJECTIONS,
  OBJECTION_DAYS,
  objectionsSince,
} from "@fairclick/core/clicks/appeals";
import type { ObjectedFilter, ObjectionInput } from "@fairclick/core/clicks/campaign-clicks";
import { type ReversalCategory, refusalReason } from "@fairclick/core/clicks/decisions";
import { AppError } from "@fairclick/core/errors";
import type { CampaignId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { caseAnswered } from "@fairclick/core/notices/click-notices";
import {
  countOpenCases,
  getCaseClicks,
  insertCase,
  listObjectedClicks,
} from "@fairclick/sql/campaigns/cases";
import {
  type DecidableClick,
  listClicksById,
  listPendingIds,
} from "@fairclick/sql/clicks/click-decisions";
import { limitedRead } from "@fairclick/sql/clicks/flagged-clicks";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { type DecideCase, lockOpenCase } from "../campaigns/cases";
import { nameCampaign } from "../campaigns/notify-campaign";
import { getOwnCampaign, lockOwnCampaign } from "../campaigns/read-campaigns";
import { requireOperator, writeAudit } from "../changes";
import type { Ctx } from "../context";
import { notify } from "../notify";
import { applyDecision, lockFunds, makeAct } from "./decide-batch";
import { readCampaignClicks, resolveCampaignFilter } from "./read-clicks";
import { countTowardsReversalLimit, describeBearing, type ReversalLimit } from "./reversals";

/** Max clicks that the search for a group looks through. */
const MAX_SCANNED = 200_000;
const DAY_MS = 86_400_000;
const kind = "objections";

export type Objected = { id: string; clicks: number; micros: bigint };

/**
 * Objects to paid clicks of the caller's own campaign: to one, or to all of the last 30 days that
 * match a filter and were not objected to before. Throws `validation`, `not_found` or `conflict`.
 */
export async function objectToClicks(
  ctx: Ctx,
  { id: campaignId, clickId, filter, text }: ObjectionInput & { id: CampaignId },
): Promise<Objected> {
  await getOwnCampaign(ctx, campaignId);
  const ids = clickId ? [clickId] : await findGroup(ctx, campaignId, filter ?? {});
  const objection = { id: Bun.randomUUIDv7(), campaignId, text, at: ctx.now() };
  return withTx(ctx.db, async (tx) => {
    const { developerId } = await lockOwnCampaign(tx, ctx, campaignId);
    if ((await countOpenCases(tx, { kind, campaignId })) >= MAX_OPEN_OBJECTIONS) {
      throw new AppError(
        "conflict",
        t`${MAX_OPEN_OBJECTIONS} objections of this campaign are waiting. Please let them be answered first.`,
      );
    }
    const found = await listRecent(tx, ctx, { ids, campaignId });
    if (clickId) await refuseUnlessPaid(tx, clickId, found[0]);
    const objected = new Set(await listObjectedClicks(tx, ids));
    const clicks = found.filter(({ id, verdict }) => verdict === "valid" && !objected.has(id));
    if (clicks.length === 0) throw new AppError("conflict", nothingLeft(clickId !== undefined));
    const micros = sumCosts(clicks);
    await insertCase(tx, {
      ...{ ...objection, kind, userId: developerId, micros, clicks },
      about: { filter: filter ?? null, clicks: clicks.length },
    });
    await writeAudit(tx, ctx, {
      action: "clicks.object",
      subject: clickId ? `click:${clickId}` : `campaign:${campaignId}`,
      reason: text,
      after: { objection: objection.id, clicks: clicks.length, micros: micros.toString() },
    });
    return { id: objection.id, clicks: clicks.length, micros };
  });
}

async function findGroup(
  ctx: Ctx,
  campaignId: CampaignId,
  filter: ObjectedFilter,
): Promise<string[]> {
  const now = ctx.now();
  const group = resolveCampaignFilter(campaignId, { ...filter, verdict: "valid" }, now);
  const from = new Date(Math.max(group.from.getTime(), objectionsSince(now).getTime()));
  const limit = MAX_OBJECTION_CLICKS + 1;
  const { rows, next } = await withTx(
    ctx.db,
    (tx) =>
      readCampaignClicks(tx, { ...group, from, before: null, limit, maxScanned: MAX_SCANNED }),
    limitedRead,
  );
  if (rows.length > MAX_OBJECTION_CLICKS) {
    throw new AppError(
      "validation",
      t`More than ${MAX_OBJECTION_CLICKS} paid clicks match. Please choose fewer, such as those of one creator and one day.`,
    );
  }
  if (next) {
    throw new AppError(
      "validation",
      t`The campaign has too many clicks in this time. Please choose a shorter time.`,
    );
  }
  return rows.map(({ id }) => id);
}

/** Reads judged clicks of the campaign that are young enough, in their current state. */
async function listRecent(
  tx: Tx,
  ctx: Ctx,
  { ids, campaignId }: { ids: string[]; campaignId: CampaignId },
): Promise<DecidableClick[]> {
  const now = ctx.now();
  const to = new Date(now.getTime() + DAY_MS);
  const found = await listClicksById(tx, { ids, from: objectionsSince(now), to });
  return found.filter((click) => click.campaignId === campaignId);
}

async function refuseUnlessPaid(
  tx: Tx,
  clickId: string,
  click: DecidableClick | undefined,
): Promise<void> {
  if (!click) {
    const isPending = (await listPendingIds(tx, [clickId])).length > 0;
    throw isPending
      ? new AppError("conflict", t`This click is not judged yet.`)
      : new AppError("not_found", t`There is no such click of the last ${OBJECTION_DAYS} days.`);
  }
  const why = refusalReason("reverse", click);
  if (why) throw new AppError("conflict", `${why}.`);
}

function nothingLeft(isSingle: boolean): string {
  return isSingle
    ? t`You have objected to this click already.`
    : t`There are no paid clicks of the last ${OBJECTION_DAYS} days to object to, or you have objected to them already.`;
}

/** Accepting reverses those of its clicks that are still paid; their creators read the reason too. */
export const decideObjection: DecideCase<ReversalLimit & { category: ReversalCategory }> = async (
  ctx,
  tx,
  decision,
) => {
  const { id, campaignId, state, reason, limitMicros } = decision;
  const upheld = state === "accepted";
  const funds = await lockFunds(tx, campaignId);
  const { userId } = await lockOpenCase(tx, id);
  const found = upheld ? await listClicksById(tx, await getCaseClicks(tx, id)) : [];
  const clicks = found.filter((click) => refusalReason("reverse", click) === null);
  const micros = sumCosts(clicks);
  const reversed = { reversedClicks: clicks.length, reversedMicros: micros.toString() };
  return {
    action: upheld ? "objection.uphold" : "objection.dismiss",
    subject: `objection:${id}`,
    counted: clicks.map((click) => click.id),
    before: {},
    after: upheld ? { ...reversed, ...(await describeBearing(tx, micros, clicks)) } : {},
    apply: async () => {
      await countTowardsReversalLimit(tx, ctx, { micros, limitMicros });
      let owedMicros = 0n;
      if (clicks.length > 0) {
        const { category } = decision;
        const operatorId = requireOperator(ctx);
        const act = makeAct({ by: "operator", operatorId, action: "reverse", category, reason });
        const debts = await applyDecision(ctx, tx, { act, campaignId, funds, clicks });
        for (const debtMicros of debts.values()) owedMicros += debtMicros;
      }
      const named = await nameCampaign(tx, campaignId);
      const data = { ...named, about: "objection" as const, accepted: upheld, reason };
      await notify(tx, ctx, caseAnswered, {
        to: [userId],
        data: { ...data, returnedMicros: micros - owedMicros, owedMicros },
        key: id,
      });
      return { ...reversed, owedMicros: owedMicros.toString() };
    },
  };
};
