import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { FINDING_DAYS } from "@fairclick/core/clicks/link-findings";
import { AppError } from "@fairclick/core/errors";
import { type CampaignId, isUuid } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { linkReviewed } from "@fairclick/core/notices/click-notices";
import {
  closeFinding,
  findFinding,
  findOpenFinding,
  finishFinding,
  type LinkFinding,
  listClicksOfFinding,
  listOverdue,
  listUnfinished,
  type ReversibleClicks,
  explainFinding as storeExplanation,
  sumReversible,
} from "@fairclick/sql/clicks/findings";
import { findJudgedUpTo } from "@fairclick/sql/clicks/pending-clicks";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { getOwnLink } from "../campaigns/links";
import { nameCampaign } from "../campaigns/notify-unpaid";
import { makeChange, requireOperator, writeAudit } from "../changes";
import type { Ctx } from "../context";
import { notify } from "../notify";
import { type Act, decideBatch, lockFunds } from "./decide-batch";
import { countTowardsReversalLimit, describeBearing, type ReversalLimit } from "./reversals";

type Input = ChangeInput &
  ReversalLimit & {
    id: string;
    state: "cleared" | "confirmed";
    /** What the campaign's developer shares with the creator, for the preview; empty if nothing. */
    sharedSides?: string;
  };

/**
 * Closes a finding: `cleared` pays its held clicks and frees the earnings, `confirmed` reverses and
 * rejects the link's clicks since the finding's first. The job `finish-findings` decides the clicks.
 * What a confirmation reverses counts towards `limitMicros`, what one operator can take back within
 * 24 hours. Throws `not_found` or `conflict`.
 */
export async function decideFinding(
  ctx: Ctx,
  { id, state, limitMicros, sharedSides, ...input }: Input,
): Promise<OperatorChange> {
  const operatorId = requireOperator(ctx);
  const { campaignId } = await getFinding(ctx, id);
  return makeChange(ctx, input, async (tx) => {
    // With the escrow locked, no settlement holds further clicks of the finding afterwards.
    await lockFunds(tx, campaignId);
    const finding = await getFinding({ db: { sql: tx } }, id);
    if (finding.state !== "open") {
      throw new AppError("conflict", `This finding is ${finding.state} already.`);
    }
    const { creatorId } = finding;
    const at = ctx.now();
    const taken = state === "confirmed" ? await sumReversible(tx, { finding, at }) : null;
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
        const micros = taken ? taken.reversedMicros + taken.pendingMicros : 0n;
        await countTowardsReversalLimit(tx, ctx, { micros, limitMicros });
        await closeFinding(tx, { id, state, operatorId, at });
        const data = { ...(await nameCampaign(tx, campaignId)), state };
        await notify(tx, ctx, linkReviewed, { to: [creatorId], data, key: id });
      },
    };
  });
}

async function showSums(
  tx: Tx,
  creatorId: string,
  { reversedMicros, pendingMicros, ...clicks }: ReversibleClicks,
) {
  return {
    ...clicks,
    reversedMicros: reversedMicros.toString(),
    pendingMicros: pendingMicros.toString(),
    ...(await describeBearing(tx, reversedMicros, [{ creatorId, paidMicros: reversedMicros }])),
  };
}

type Reader = { db: { sql: Parameters<typeof findFinding>[0] } };

async function getFinding({ db }: Reader, id: string): Promise<LinkFinding> {
  const finding = isUuid(id) ? await findFinding(db.sql, id) : null;
  if (!finding) throw new AppError("not_found", `There is no finding ${id}.`);
  return finding;
}

/** Returns the open finding about the caller's link; null if there is none. */
export async function findOwnFinding(
  ctx: Ctx,
  campaignId: CampaignId,
): Promise<LinkFinding | null> {
  const { creatorId } = await getOwnLink(ctx, campaignId);
  return findOpenFinding(ctx.db.sql, { campaignId, creatorId });
}

/**
 * Appeals the finding about the caller's link: stores, once, what operators read beside it. Throws
 * `not_found` or `conflict`.
 */
export async function explainFinding(
  ctx: Ctx,
  { campaignId, text }: { campaignId: CampaignId; text: string },
): Promise<LinkFinding> {
  const { creatorId } = await getOwnLink(ctx, campaignId);
  return withTx(ctx.db, async (tx) => {
    const finding = await storeExplanation(tx, { campaignId, creatorId, text, at: ctx.now() });
    if (!finding) {
      throw new AppError(
        "conflict",
        t`This link is not under review, or you have appealed already.`,
      );
    }
    await writeAudit(tx, ctx, {
      action: "link.appeal",
      subject: `link:${campaignId}:${creatorId}`,
      reason: text,
      after: { finding: finding.id },
    });
    return finding;
  });
}

const DAY_MS = 86_400_000;
const FINDINGS_A_RUN = 100;
const BATCH_SIZE = 1_000;
const BATCHES_A_RUN = 50;

/**
 * Lets overdue findings lapse, and decides the clicks of closed ones: of a cleared or lapsed finding
 * the held clicks are paid; of a confirmed one, held clicks are rejected and paid ones reversed. Safe
 * to run twice and concurrently. Returns how many clicks it decided.
 */
export async function finishFindings(ctx: Ctx): Promise<number> {
  await lapseOverdue(ctx);
  let left = BATCHES_A_RUN;
  let decided = 0;
  for (const finding of await listUnfinished(ctx.db.sql, FINDINGS_A_RUN)) {
    const judgedUpTo = await findJudgedUpTo(ctx.db.sql);
    for (const action of actionsFor(finding)) {
      for (let batch = BATCH_SIZE; batch === BATCH_SIZE; left -= 1) {
        if (left === 0) return decided;
        batch = await decideNext(ctx, finding, action);
        decided += batch;
      }
    }
    const isComplete = judgedUpTo && finding.closedAt && judgedUpTo > finding.closedAt;
    if (isComplete) await finishFinding(ctx.db.sql, finding.id, ctx.now());
  }
  return decided;
}

async function lapseOverdue(ctx: Ctx): Promise<void> {
  const at = ctx.now();
  const before = new Date(at.getTime() - FINDING_DAYS * DAY_MS);
  const overdue = await listOverdue(ctx.db.sql, { before, limit: FINDINGS_A_RUN });
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

function actionsFor({ state }: LinkFinding) {
  return state === "confirmed" ? (["reject", "reverse"] as const) : (["approve"] as const);
}

/** Decides the next clicks of a finding. Returns how many there were. */
async function decideNext(
  ctx: Ctx,
  finding: LinkFinding,
  action: ReturnType<typeof actionsFor>[number],
): Promise<number> {
  const clicks = await listClicksOfFinding(ctx.db.sql, { finding, action, limit: BATCH_SIZE });
  if (clicks.length === 0) return 0;
  const act: Act = {
    id: Bun.randomUUIDv7(),
    by: finding.closedBy ? "operator" : "lapse",
    operatorId: finding.closedBy,
    action,
    category: action === "reverse" ? "bot_traffic" : null,
    reason: describeReason(finding),
    dryRun: false,
  };
  await decideBatch(ctx, act, clicks);
  return clicks.length;
}

function describeReason({ state, signals }: LinkFinding): string {
  const names = signals.map(({ signal }) => signal).join(", ");
  if (state === "lapsed") return lapseReason;
  return state === "cleared"
    ? `An operator cleared the link of ${names}`
    : `An operator confirmed ${names} of the link`;
}
