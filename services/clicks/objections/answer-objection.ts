import type { OperatorChange } from "@fairclick/core/changes";
import { refusalReason } from "@fairclick/core/clicks/decisions";
import type { ObjectionAnswer } from "@fairclick/core/clicks/objections-schema";
import { AppError } from "@fairclick/core/errors";
import { asId, isUuid, type UserId } from "@fairclick/core/ids";
import { objectionAnswered } from "@fairclick/core/notices/click-notices";
import { getFunds, listClicksById } from "@fairclick/sql/clicks/click-decisions";
import {
  getClickSpan,
  type LockedObjection,
  lockObjection,
  updateObjectionAnswer,
} from "@fairclick/sql/clicks/objections";
import type { Tx } from "@fairclick/sql/db/client";
import { requireOperator } from "../../actor";
import { nameCampaign } from "../../campaigns/notify-campaign";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import { makeChange } from "../../operations/operators/make-change";
import { applyDecision, lockFunds } from "../decide/decide-batch";
import { countTowardsReversalLimit, type ReversalLimit } from "../reversals/limit-reversals";
import { sumCost } from "./sum-cost";

type Answer = ObjectionAnswer & { id: string } & Partial<ReversalLimit>;

/**
 * Answers an objection with a reason that its developer and, if it is upheld, the clicks' creators
 * read. Upholding reverses those of its clicks that are still paid.
 */
export async function answerObjection(ctx: Ctx, answer: Answer): Promise<OperatorChange> {
  const operatorId = requireOperator(ctx);
  const { id, state, reason } = answer;
  return makeChange(ctx, answer, async (tx) => {
    const objection = isUuid(id) ? await lockObjection(tx, id) : null;
    if (!objection) throw new AppError("not_found", "There is no such objection.");
    if (objection.state !== "open") {
      throw new AppError("conflict", `This objection was ${objection.state} already.`);
    }
    const reversal = state === "upheld" ? await prepareReversal(ctx, tx, objection) : null;
    const { clicks = 0, micros = 0n } = reversal ?? {};
    return {
      action: state === "upheld" ? "objection.uphold" : "objection.dismiss",
      subject: `objection:${id}`,
      before: { state: objection.state },
      after: { state, reversedClicks: clicks, reversedMicros: micros.toString() },
      apply: async () => {
        await countTowardsReversalLimit(tx, ctx, {
          micros,
          limitMicros: answer.limitMicros ?? null,
        });
        await reversal?.reverse(answer);
        const reversed = { reversedClicks: clicks, reversedMicros: micros };
        const outcome = { id, state, answer: reason, operatorId, at: ctx.now() };
        await updateObjectionAnswer(tx, { ...outcome, ...reversed });
        const { developerId } = await getFunds(tx, objection.campaignId);
        await notify(tx, ctx, objectionAnswered, {
          to: [asId<UserId>(developerId)],
          data: {
            ...(await nameCampaign(tx, objection.campaignId)),
            upheld: state === "upheld",
            reason,
            reversedMicros: micros,
          },
          key: id,
        });
      },
    };
  });
}

async function prepareReversal(ctx: Ctx, tx: Tx, { id, campaignId }: LockedObjection) {
  const funds = await lockFunds(tx, campaignId);
  const found = await listClicksById(tx, await getClickSpan(tx, id));
  const clicks = found.filter((click) => refusalReason("reverse", click) === null);
  return {
    clicks: clicks.length,
    micros: sumCost(clicks, funds.feeMicros),
    reverse: async ({ category, reason }: Answer) => {
      if (clicks.length === 0) return;
      const act = {
        ...{ id: Bun.randomUUIDv7(), by: "operator" as const, operatorId: requireOperator(ctx) },
        ...{ action: "reverse" as const, category, reason, dryRun: false },
      };
      await applyDecision(ctx, tx, { act, campaignId, funds, clicks });
    },
  };
}
