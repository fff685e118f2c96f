import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import { isUuid } from "@fairclick/core/ids";
import { linkReviewed } from "@fairclick/core/notices/click-notices";
import {
  closeFinding,
  findFinding,
  type LinkFinding,
  type ReversibleClicks,
  sumReversible,
} from "@fairclick/sql/clicks/findings";
import { requireOperator } from "../../actor";
import { nameCampaign } from "../../campaigns/notify-campaign";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import { makeChange } from "../../operations/operators/make-change";
import { lockFunds } from "../decide/decide-batch";
import { countTowardsReversalLimit, type ReversalLimit } from "../reversals/limit-reversals";

type Input = ChangeInput & ReversalLimit & { id: string; state: "cleared" | "confirmed" };

/**
 * Closes a finding: `cleared` pays its held clicks and frees the earnings, `confirmed` reverses and
 * rejects the link's clicks since the finding's first. The job `finish-findings` decides the clicks.
 * What a confirmation reverses counts towards `limitMicros`, what one operator can take back within
 * 24 hours. Throws `not_found` or `conflict`.
 */
export async function decideFinding(
  ctx: Ctx,
  { id, state, limitMicros, ...input }: Input,
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
      before: { finding: id, state: finding.state },
      after: { finding: id, state, ...(taken ? showSums(taken) : {}) },
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

function showSums({ reversedMicros, pendingMicros, ...clicks }: ReversibleClicks) {
  return {
    ...clicks,
    reversedMicros: reversedMicros.toString(),
    pendingMicros: pendingMicros.toString(),
  };
}

type Reader = { db: { sql: Parameters<typeof findFinding>[0] } };

async function getFinding({ db }: Reader, id: string): Promise<LinkFinding> {
  const finding = isUuid(id) ? await findFinding(db.sql, id) : null;
  if (!finding) throw new AppError("not_found", `There is no finding ${id}.`);
  return finding;
}
