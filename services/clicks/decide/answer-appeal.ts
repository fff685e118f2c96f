import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import { isUuid } from "@fairclick/core/ids";
import { appealAnswered } from "@fairclick/core/notices/click-notices";
import { type LockedAppeal, lockAppeal, updateAppealAnswer } from "@fairclick/sql/clicks/appeals";
import { listClicksById } from "@fairclick/sql/clicks/click-decisions";
import type { Tx } from "@fairclick/sql/db/client";
import { requireOperator } from "../../actor";
import { nameCampaign } from "../../campaigns/notify-campaign";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import { makeChange } from "../../operations/operators/make-change";
import { applyDecision, lockFunds, unpayableReason } from "./decide-batch";

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
