import { FINDING_DAYS } from "@fairclick/core/clicks/link-findings";
import { linkReviewed } from "@fairclick/core/notices/click-notices";
import {
  closeFinding,
  finishFinding,
  type LinkFinding,
  listClicksOfFinding,
  listOverdue,
  listUnfinished,
} from "@fairclick/sql/clicks/findings";
import { findJudgedUpTo } from "@fairclick/sql/clicks/pending-clicks";
import { withTx } from "@fairclick/sql/db/tx";
import { nameCampaign } from "../../campaigns/notify-campaign";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import { writeAudit } from "../../operations/write-audit";
import { type Act, decideBatch, lockFunds } from "../decide/decide-batch";

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
