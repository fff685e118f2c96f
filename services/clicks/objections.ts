import type { OperatorChange } from "@fairclick/core/changes";
import { refusalReason } from "@fairclick/core/clicks/decisions";
import {
  MAX_OBJECTION_CLICKS,
  MAX_OPEN_OBJECTIONS,
  OBJECTION_DAYS,
  type ObjectionState,
  objectionsSince,
} from "@fairclick/core/clicks/objections";
import type {
  ObjectedFilter,
  ObjectionAnswer,
  ObjectionInput,
} from "@fairclick/core/clicks/objections-schema";
import { AppError } from "@fairclick/core/errors";
import { asId, type CampaignId, isUuid, type UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { objectionAnswered } from "@fairclick/core/notices/click-notices";
import {
  type DecidableClick,
  getFunds,
  listClicksById,
  listPendingIds,
} from "@fairclick/sql/clicks/click-decisions";
import { limitedRead } from "@fairclick/sql/clicks/flagged-clicks";
import {
  countOpenObjections,
  findObjection,
  getClickSpan,
  insertObjection,
  type LockedObjection,
  listClicksOfObjection,
  listObjectedIds,
  listObjections,
  listObjectionsOfCampaign,
  lockObjection,
  type ObjectionClickRow,
  type ObjectionRow,
  type RecordedObjectionRow,
  updateObjectionAnswer,
} from "@fairclick/sql/clicks/objections";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { nameCampaign } from "../campaigns/notify-campaign";
import { getOwnCampaign, lockOwnCampaign } from "../campaigns/own-campaign";
import { makeChange, requireOperator, writeAudit } from "../changes";
import { type Ctx, type Page, type PageInput, readPage } from "../context";
import { notify } from "../notify";
import { applyDecision, lockFunds } from "./decide-batch";
import { readCampaignClicks, resolveCampaignFilter } from "./read-clicks";
import { countTowardsReversalLimit, type ReversalLimit } from "./reversals";
import { sumCost } from "./sum-cost";

/** Max clicks that the search for a group looks through. */
const MAX_SCANNED = 200_000;
const DAY_MS = 86_400_000;

export type Objected = { id: string; clicks: number; micros: bigint; at: Date };

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
  const stated = { campaignId, text, filter: filter ?? null, at: ctx.now() };
  const objection = { id: Bun.randomUUIDv7(), ...stated };
  return withTx(ctx.db, async (tx) => {
    const { feeMicros } = await lockOwnCampaign(tx, ctx, campaignId);
    if ((await countOpenObjections(tx, campaignId)) >= MAX_OPEN_OBJECTIONS) {
      throw new AppError(
        "conflict",
        t`${MAX_OPEN_OBJECTIONS} objections of this campaign are waiting. Please let them be answered first.`,
      );
    }
    const found = await listRecent(tx, ctx, { ids, campaignId });
    if (clickId) await refuseUnlessPaid(tx, clickId, found[0]);
    const objected = new Set(await listObjectedIds(tx, ids));
    const clicks = found.filter(({ id, verdict }) => verdict === "valid" && !objected.has(id));
    if (clicks.length === 0) throw new AppError("conflict", nothingLeft(clickId !== undefined));
    const micros = sumCost(clicks, feeMicros);
    await insertObjection(tx, { ...objection, clicks, micros });
    await writeAudit(tx, ctx, {
      action: "clicks.object",
      subject: clickId ? `click:${clickId}` : `campaign:${campaignId}`,
      reason: text,
      after: { objection: objection.id, clicks: clicks.length, micros: micros.toString() },
    });
    return { id: objection.id, clicks: clicks.length, micros, at: objection.at };
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

type Answer = ObjectionAnswer & { id: string } & Partial<ReversalLimit>;

/**
 * Answers an objection with a reason that its developer and, if it is upheld, the clicks' creators
 * read. Upholding reverses those of its clicks that are still paid.
 */
export async function answerObjection(ctx: Ctx, answer: Answer): Promise<OperatorChange> {
  const operatorId = requireOperator(ctx);
  const { id, state, reason } = answer;
  return makeChange(ctx, answer, async (tx) => {
    const objection = isUuid(id) ? await lockObjection(tx, id) : null;
    if (!objection) throw new AppError("not_found", "There is no such objection.");
    if (objection.state !== "open") {
      throw new AppError("conflict", `This objection was ${objection.state} already.`);
    }
    const reversal = state === "upheld" ? await prepareReversal(ctx, tx, objection) : null;
    const { clicks = 0, micros = 0n } = reversal ?? {};
    return {
      action: state === "upheld" ? "objection.uphold" : "objection.dismiss",
      subject: `objection:${id}`,
      before: { state: objection.state },
      after: { state, reversedClicks: clicks, reversedMicros: micros.toString() },
      apply: async () => {
        await countTowardsReversalLimit(tx, ctx, {
          micros,
          limitMicros: answer.limitMicros ?? null,
        });
        await reversal?.reverse(answer);
        const reversed = { reversedClicks: clicks, reversedMicros: micros };
        const outcome = { id, state, answer: reason, operatorId, at: ctx.now() };
        await updateObjectionAnswer(tx, { ...outcome, ...reversed });
        const { developerId } = await getFunds(tx, objection.campaignId);
        await notify(tx, ctx, objectionAnswered, {
          to: [asId<UserId>(developerId)],
          data: {
            ...(await nameCampaign(tx, objection.campaignId)),
            upheld: state === "upheld",
            reason,
            reversedMicros: micros,
          },
          key: id,
        });
      },
    };
  });
}

async function prepareReversal(ctx: Ctx, tx: Tx, { id, campaignId }: LockedObjection) {
  const funds = await lockFunds(tx, campaignId);
  const found = await listClicksById(tx, await getClickSpan(tx, id));
  const clicks = found.filter((click) => refusalReason("reverse", click) === null);
  return {
    clicks: clicks.length,
    micros: sumCost(clicks, funds.feeMicros),
    reverse: async ({ category, reason }: Answer) => {
      if (clicks.length === 0) return;
      const act = {
        ...{ id: Bun.randomUUIDv7(), by: "operator" as const, operatorId: requireOperator(ctx) },
        ...{ action: "reverse" as const, category, reason, dryRun: false },
      };
      await applyDecision(ctx, tx, { act, campaignId, funds, clicks });
    },
  };
}

const toCursor = ({ id }: { id: string }) => id;

/** Lists the objections of the caller's own campaign, newest first. */
export async function listOwnObjections(
  ctx: Ctx,
  { campaignId, cursor, limit }: PageInput & { campaignId: CampaignId },
): Promise<Page<ObjectionRow>> {
  await getOwnCampaign(ctx, campaignId);
  const read = (count: number) =>
    listObjectionsOfCampaign(ctx.db.sql, { campaignId, cursor: cursor ?? null, limit: count });
  return readPage({ limit }, { read, toCursor });
}

export function listAllObjections(
  ctx: Pick<Ctx, "db">,
  { state, cursor, limit }: PageInput & { state: ObjectionState },
): Promise<Page<RecordedObjectionRow>> {
  const read = (count: number) =>
    listObjections(ctx.db.sql, { state, cursor: cursor ?? null, limit: count });
  return readPage({ limit }, { read, toCursor });
}

export type ShownObjection = { objection: RecordedObjectionRow; clicks: ObjectionClickRow[] };

/** Throws `not_found`. */
export async function showObjection(ctx: Pick<Ctx, "db">, id: string): Promise<ShownObjection> {
  const objection = isUuid(id) ? await findObjection(ctx.db.sql, id) : null;
  if (!objection) throw new AppError("not_found", "There is no such objection.");
  const clicks = await listClicksOfObjection(ctx.db.sql, { id, limit: MAX_OBJECTION_CLICKS });
  return { objection, clicks };
}
