import { appealUntil } from "@fairclick/core/clicks/appeals";
import type { Verdict } from "@fairclick/core/clicks/signal";
import { AppError } from "@fairclick/core/errors";
import { type CampaignId, isUuid } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { appealAnswered } from "@fairclick/core/notices/click-notices";
import { countOpenCases, getCaseClicks, insertCase } from "@fairclick/sql/campaigns/cases";
import { type CampaignFunds, listClicksById } from "@fairclick/sql/clicks/click-decisions";
import { findClickOfLink } from "@fairclick/sql/clicks/read-clicks";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { type DecideCase, lockOpenCase } from "../campaigns/cases";
import { getOwnLink } from "../campaigns/links";
import { nameCampaign } from "../campaigns/notify-unpaid";
import { requireOperator, writeAudit } from "../changes";
import type { Ctx } from "../context";
import { notify } from "../notify";
import { applyDecision, lockFunds, unpayableReason } from "./decide-batch";

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
    const { clickedAt, verdict, priceMicros } = click;
    if (!appealUntil({ verdict, clickedAt, now: at })) {
      throw new AppError("conflict", describeRefusal(verdict));
    }
    if ((await countOpenCases(tx, { kind: "appeals", userId: creatorId })) >= MAX_OPEN) {
      throw new AppError(
        "conflict",
        t`${MAX_OPEN} of your appeals are waiting. Please let them be answered first.`,
      );
    }
    const isFirst = await insertCase(tx, {
      ...{ id: Bun.randomUUIDv7(), kind: "appeals", campaignId, userId: creatorId, text, at },
      ...{ micros: priceMicros, about: {}, clicks: [{ id: clickId, clickedAt }] },
    });
    if (!isFirst) {
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

/** Accepting pays the click; throws `insufficient_funds` if the campaign cannot pay. */
export const decideAppeal: DecideCase<unknown> = async (ctx, tx, decision) => {
  const { id, campaignId, state, reason } = decision;
  const accepted = state === "accepted";
  const funds = await lockFunds(tx, campaignId);
  const { userId } = await lockOpenCase(tx, id);
  const payment = accepted ? await preparePayment(ctx, tx, { id, campaignId, funds }) : null;
  return {
    action: accepted ? "appeal.accept" : "appeal.decline",
    subject: `appeal:${id}`,
    before: payment?.before ?? {},
    after: payment?.after ?? {},
    apply: async () => {
      await payment?.pay(reason);
      await notify(tx, ctx, appealAnswered, {
        to: [userId],
        data: { ...(await nameCampaign(tx, campaignId)), accepted, reason },
        key: id,
      });
      return {};
    },
  };
};

type Appealed = { id: string; campaignId: CampaignId; funds: CampaignFunds };

/** Null if the click was paid in the meantime. */
async function preparePayment(ctx: Ctx, tx: Tx, { id, campaignId, funds }: Appealed) {
  const [click] = await listClicksById(tx, await getCaseClicks(tx, id));
  if (!click) throw new AppError("conflict", "The click is no longer kept, so it cannot be paid.");
  if (click.verdict === "valid") return null;
  const why = click.verdict === "held" ? null : unpayableReason(click, funds);
  if (why) throw new AppError("insufficient_funds", `${why}.`);
  return {
    before: { verdict: click.verdict },
    after: { verdict: "valid", paidMicros: click.priceMicros.toString() },
    pay: async (reason: string) => {
      const act = {
        id: Bun.randomUUIDv7(),
        by: "operator" as const,
        operatorId: requireOperator(ctx),
        action: "approve" as const,
        category: null,
        reason,
        dryRun: false,
      };
      await applyDecision(ctx, tx, { act, campaignId, funds, clicks: [click] });
    },
  };
}
