import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { FINDING_DAYS } from "@fairclick/core/clicks/findings";
import { findFindingSpan } from "@fairclick/core/clicks/link-findings";
import { AppError } from "@fairclick/core/errors";
import { type CampaignId, isUuid } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { linkReviewed } from "@fairclick/core/notices/click-notices";
import {
  closeFinding,
  explainFindings,
  findFinding,
  finishFinding,
  type LinkFinding,
  listClicksToReverse,
  listCreatorsToJudgeAgain,
  listOpenFindings,
  listOverdue,
  listUnfinished,
  type ReversibleClicks,
  sumReversible,
} from "@fairclick/sql/clicks/findings";
import type { Queryable, Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { getOwnLink } from "../campaigns/links";
import { nameCampaign } from "../campaigns/notify-campaign";
import { makeChange, requireOperator, requireUser, writeAudit } from "../changes";
import type { Ctx } from "../context";
import { notify } from "../notify";
import { decideListed, lockFunds, makeAct } from "./decide-batch";
import { judgeCreatorLinks } from "./judge-links";
import { countTowardsReversalLimit, describeBearing, type ReversalLimit } from "./reversals";

type Input = ChangeInput &
  ReversalLimit & {
    id: string;
    state: "cleared" | "confirmed";
    /** What the campaign's developer shares with the creator, for the preview; empty if nothing. */
    sharedSides?: string;
  };

/**
 * Closes a finding: `cleared` frees what waits, `confirmed` reverses the newest clicks of the period that
 * brought no player, as many as nothing explains. The job `finish-findings` reverses them. They count
 * towards `limitMicros`, what one operator can take back within 24 hours. Throws `not_found` or `conflict`.
 */
export async function decideFinding(
  ctx: Ctx,
  { id, state, limitMicros, sharedSides, ...input }: Input,
): Promise<OperatorChange> {
  const operatorId = requireOperator(ctx);
  const { campaignId } = await getFinding(ctx.db.sql, id);
  return makeChange(ctx, input, async (tx) => {
    // With the escrow locked, nobody else decides about the clicks that are summed.
    await lockFunds(tx, campaignId);
    const finding = await getFinding(tx, id, { locked: true });
    if (finding.state !== "open") {
      throw new AppError("conflict", `This finding is ${finding.state} already.`);
    }
    const { creatorId } = finding;
    const at = ctx.now();
    const taken = state === "confirmed" ? await sumReversible(tx, finding) : null;
    return {
      action: state === "cleared" ? "link.clear" : "link.confirm",
      subject: `link:${campaignId}:${creatorId}`,
      ...(taken ? { counted: [String(taken.reversedClicks), taken.reversedMicros] } : {}),
      before: { finding: id, state: finding.state },
      after: {
        finding: id,
        state,
        ...(taken ? await showSums(tx, creatorId, taken) : {}),
        ...(sharedSides ? { sharedSides } : {}),
      },
      apply: async () => {
        const micros = taken?.reversedMicros ?? 0n;
        await countTowardsReversalLimit(tx, ctx, { micros, limitMicros });
        await closeFinding(tx, { id, at, operatorId, state });
        const data = { ...(await nameCampaign(tx, campaignId)), state };
        await notify(tx, ctx, linkReviewed, { to: [creatorId], data, key: id });
      },
    };
  });
}

async function showSums(
  tx: Tx,
  creatorId: string,
  { reversedMicros, reversedClicks }: ReversibleClicks,
) {
  return {
    reversedClicks,
    reversedMicros: reversedMicros.toString(),
    ...(await describeBearing(tx, reversedMicros, [{ creatorId, paidMicros: reversedMicros }])),
  };
}

async function getFinding(db: Queryable, id: string, { locked } = { locked: false }) {
  const finding = isUuid(id) ? await findFinding(db, id, { locked }) : null;
  if (!finding) throw new AppError("not_found", `There is no finding ${id}.`);
  return finding;
}

export type OwnFinding = LinkFinding & { campaign: string };

/** Returns the caller's open findings, oldest first. */
export async function listOwnFindings(ctx: Ctx): Promise<OwnFinding[]> {
  return listOpenFindings(ctx.db.sql, requireUser(ctx));
}

/**
 * Appeals the finding about the caller's link, and all others about the caller that are open: stores,
 * once for each, what operators read beside it. Throws `not_found` or `conflict`.
 */
export async function explainFinding(
  ctx: Ctx,
  { campaignId, text }: { campaignId: CampaignId; text: string },
): Promise<OwnFinding> {
  const { creatorId } = await getOwnLink(ctx, campaignId);
  return withTx(ctx.db, async (tx) => {
    const open = await listOpenFindings(tx, creatorId);
    const finding = open.find((each) => each.campaignId === campaignId);
    if (finding?.explanation !== null) {
      throw new AppError(
        "conflict",
        t`This link is not under review, or you have appealed already.`,
      );
    }
    const explained = await explainFindings(tx, { creatorId, text, at: ctx.now() });
    await writeAudit(tx, ctx, {
      action: "link.appeal",
      subject: `link:${campaignId}:${creatorId}`,
      reason: text,
      after: { findings: explained.join(", ") },
    });
    return { ...finding, explanation: text };
  });
}

const DAY_MS = 86_400_000;
const FINDINGS_A_RUN = 100;
const BATCH_SIZE = 1_000;
const BATCHES_A_RUN = 50;

/**
 * Judges open findings again as time passes, lets overdue ones lapse, and reverses the clicks of confirmed
 * ones. Safe to run twice and concurrently. Returns how many clicks it reversed.
 */
export async function finishFindings(ctx: Ctx): Promise<number> {
  await judgeAgain(ctx);
  await lapseOverdue(ctx);
  let left = BATCHES_A_RUN;
  let decided = 0;
  for (const finding of await listUnfinished(ctx.db.sql, FINDINGS_A_RUN)) {
    for (let batch = BATCH_SIZE; batch === BATCH_SIZE; left -= 1) {
      if (left === 0) return decided;
      batch = await reverseNext(ctx, finding);
      decided += batch;
    }
    await finishFinding(ctx.db.sql, finding.id, ctx.now());
  }
  return decided;
}

/** Each finding once a quarter of an hour: players who came since free their part of the money. */
async function judgeAgain(ctx: Ctx): Promise<void> {
  const { to } = findFindingSpan(ctx.now());
  const creators = await listCreatorsToJudgeAgain(ctx.db.sql, { upTo: to, limit: FINDINGS_A_RUN });
  for (const creatorId of creators) await judgeCreatorLinks(ctx, creatorId);
}

async function lapseOverdue(ctx: Ctx): Promise<void> {
  const at = ctx.now();
  const before = new Date(at.getTime() - FINDING_DAYS * DAY_MS);
  const overdue = await listOverdue(ctx.db.sql, { before, at, limit: FINDINGS_A_RUN });
  for (const { id, campaignId, creatorId } of overdue) {
    await withTx(ctx.db, async (tx) => {
      await lockFunds(tx, campaignId);
      if (!(await closeFinding(tx, { id, state: "lapsed", operatorId: null, at }))) return;
      await writeAudit(tx, ctx, {
        action: "link.lapse",
        subject: `link:${campaignId}:${creatorId}`,
        reason: lapseReason,
        before: { finding: id, state: "open" },
        after: { finding: id, state: "lapsed" },
      });
      const data = { ...(await nameCampaign(tx, campaignId)), state: "lapsed" as const };
      await notify(tx, ctx, linkReviewed, { to: [creatorId], data, key: id });
    });
  }
}

const lapseReason = `No operator decided about the link within ${FINDING_DAYS} days`;

/** Reverses the next clicks of a confirmed finding. Returns how many there were. */
async function reverseNext(ctx: Ctx, finding: LinkFinding): Promise<number> {
  const act = makeAct({
    id: finding.id,
    by: "operator",
    operatorId: finding.closedBy,
    action: "reverse",
    category: "bot_traffic",
    reason: "An operator confirmed that nobody followed these clicks into the game",
  });
  const { clicks, skipped } = await decideListed(ctx, act, {
    campaignId: finding.campaignId,
    list: (tx) => listClicksToReverse(tx, { finding, limit: BATCH_SIZE }),
  });
  return clicks.length + skipped.length;
}
