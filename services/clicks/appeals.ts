import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { type AppealState, appealUntil } from "@fairclick/core/clicks/appeals";
import type { Verdict } from "@fairclick/core/clicks/signal";
import { AppError } from "@fairclick/core/errors";
import { type CampaignId, isUuid } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { appealAnswered } from "@fairclick/core/notices/click-notices";
import {
  type AppealRow,
  countOpenAppeals,
  findClickOfLink,
  insertAppeal,
  type LockedAppeal,
  listAppeals,
  lockAppeal,
  updateAppealAnswer,
} from "@fairclick/sql/clicks/appeals";
import { listClicksById } from "@fairclick/sql/clicks/click-decisions";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { getOwnLink } from "../campaigns/links";
import { nameCampaign } from "../campaigns/notify-campaign";
import { makeChange, requireOperator, writeAudit } from "../changes";
import { type Ctx, type Page, type PageInput, readPage } from "../context";
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

type Answer = ChangeInput & {
  id: string;
  state: "accepted" | "declined";
};

/**
 * Answers an appeal with a reason that its creator reads. Accepting pays the click; throws
 * `insufficient_funds` if the campaign cannot pay, and the appeal stays open.
 */
export async function answerAppeal(ctx: Ctx, answer: Answer): Promise<OperatorChange> {
  const operatorId = requireOperator(ctx);
  const { id, state, reason } = answer;
  return makeChange(ctx, answer, async (tx) => {
    const appeal = isUuid(id) ? await lockAppeal(tx, id) : null;
    if (!appeal) throw new AppError("not_found", "There is no such appeal.");
    if (appeal.state !== "open") {
      throw new AppError("conflict", `This appeal was ${appeal.state} already.`);
    }
    const payment = state === "accepted" ? await preparePayment(ctx, tx, appeal) : null;
    return {
      action: state === "accepted" ? "appeal.accept" : "appeal.decline",
      subject: `appeal:${id}`,
      before: { state: appeal.state, ...payment?.before },
      after: { state, ...payment?.after },
      apply: async () => {
        await payment?.pay(reason);
        await updateAppealAnswer(tx, { id, state, answer: reason, operatorId, at: ctx.now() });
        await notify(tx, ctx, appealAnswered, {
          to: [appeal.creatorId],
          data: {
            ...(await nameCampaign(tx, appeal.campaignId)),
            accepted: state === "accepted",
            reason,
          },
          key: id,
        });
      },
    };
  });
}

/** Null if the click was paid in the meantime. */
async function preparePayment(ctx: Ctx, tx: Tx, { campaignId, clickId, clickedAt }: LockedAppeal) {
  const funds = await lockFunds(tx, campaignId);
  const to = new Date(clickedAt.getTime() + 1);
  const [click] = await listClicksById(tx, { ids: [clickId], from: clickedAt, to });
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

export function listAppealPage(
  ctx: Pick<Ctx, "db">,
  { state, cursor, limit }: PageInput & { state: AppealState },
): Promise<Page<AppealRow>> {
  return readPage(
    { limit },
    {
      read: (count) => listAppeals(ctx.db.sql, { state, cursor: cursor ?? null, limit: count }),
      toCursor: ({ id }) => id,
    },
  );
}
