import { appealUntil } from "@fairclick/core/clicks/appeals";
import type { Verdict } from "@fairclick/core/clicks/signal";
import { AppError } from "@fairclick/core/errors";
import { type CampaignId, isUuid } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { countOpenAppeals, findClickOfLink, insertAppeal } from "@fairclick/sql/clicks/appeals";
import { withTx } from "@fairclick/sql/db/tx";
import { getOwnLink } from "../../campaigns/get-own-link";
import type { Ctx } from "../../context";
import { writeAudit } from "../../operations/write-audit";

/** Max open appeals per creator: operators read each of them. */
const MAX_OPEN = 50;

type Appeal = { campaignId: CampaignId; clickId: string; text: string };

/**
 * Appeals an invalid click of the caller's own link. Returns the time of the appeal. Throws
 * `not_found` or `conflict`.
 */
export async function appealClick(ctx: Ctx, { campaignId, clickId, text }: Appeal): Promise<Date> {
  const { creatorId } = await getOwnLink(ctx, campaignId);
  const at = ctx.now();
  await withTx(ctx.db, async (tx) => {
    const own = { clickId, campaignId, creatorId };
    const click = isUuid(clickId) ? await findClickOfLink(tx, own) : null;
    if (!click) throw new AppError("not_found", t`There is no such click.`);
    const { clickedAt, verdict } = click;
    if (!appealUntil({ verdict, clickedAt, now: at })) {
      throw new AppError("conflict", describeRefusal(verdict));
    }
    if ((await countOpenAppeals(tx, creatorId)) >= MAX_OPEN) {
      throw new AppError(
        "conflict",
        t`${MAX_OPEN} of your appeals are waiting. Please let them be answered first.`,
      );
    }
    const appeal = { ...own, id: Bun.randomUUIDv7(), clickedAt, text, at };
    if (!(await insertAppeal(tx, appeal))) {
      throw new AppError("conflict", t`You have appealed this click already.`);
    }
    await writeAudit(tx, ctx, {
      action: "click.appeal",
      subject: `click:${clickId}`,
      reason: text,
    });
  });
  return at;
}

function describeRefusal(verdict: Verdict): string {
  switch (verdict) {
    case "pending":
      return t`This click is not judged yet.`;
    case "held":
      return t`An operator is going to look at this click anyway.`;
    case "valid":
      return t`This click was paid.`;
    case "unpaid":
      return t`This click was not refused: the campaign could not pay for it.`;
    case "invalid":
      return t`A click can be appealed for 30 days.`;
  }
}
