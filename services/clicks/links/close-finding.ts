import { AppError } from "@fairclick/core/errors";
import { isUuid } from "@fairclick/core/ids";
import { linkReviewed } from "@fairclick/core/notices/finding-notices";
import type {
  ChangeInput,
  OperatorChange,
} from "@fairclick/core/operations/operator-change-schema";
import { closeFinding, findFinding, type LinkFinding } from "@fairclick/sql/clicks/link-findings";
import { requireOperator } from "../../actor";
import { nameCampaign } from "../../campaigns/notify-campaign";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import { makeChange } from "../../operations/operators/make-change";
import { lockFunds } from "../decide/decide-batch";

type Input = ChangeInput & { id: string; state: "cleared" | "confirmed" };

/**
 * Closes a finding: `cleared` pays its held clicks and frees the earnings, `confirmed` reverses and
 * rejects the link's clicks since the finding's first. The job `finish-findings` decides the clicks.
 * Throws `not_found` or `conflict`.
 */
export async function decideFinding(
  ctx: Ctx,
  { id, state, ...input }: Input,
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
    return {
      action: state === "cleared" ? "link.clear" : "link.confirm",
      subject: `link:${campaignId}:${creatorId}`,
      before: { finding: id, state: finding.state },
      after: { finding: id, state },
      apply: async () => {
        await closeFinding(tx, { id, state, operatorId, at: ctx.now() });
        const data = { ...(await nameCampaign(tx, campaignId)), state };
        await notify(tx, ctx, linkReviewed, { to: [creatorId], data, key: id });
      },
    };
  });
}

type Reader = { db: { sql: Parameters<typeof findFinding>[0] } };

async function getFinding({ db }: Reader, id: string): Promise<LinkFinding> {
  const finding = isUuid(id) ? await findFinding(db.sql, id) : null;
  if (!finding) throw new AppError("not_found", `There is no finding ${id}.`);
  return finding;
}
