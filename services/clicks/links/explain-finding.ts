import { AppError } from "@fairclick/core/errors";
import type { CampaignId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import {
  findOpenFinding,
  type LinkFinding,
  explainFinding as storeExplanation,
} from "@fairclick/sql/clicks/findings";
import { withTx } from "@fairclick/sql/db/tx";
import { getOwnLink } from "../../campaigns/get-own-link";
import type { Ctx } from "../../context";
import { writeAudit } from "../../operations/write-audit";

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
