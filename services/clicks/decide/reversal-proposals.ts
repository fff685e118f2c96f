import { AppError } from "@fairclick/core/errors";
import { isUuid } from "@fairclick/core/ids";
import type {
  ChangeInput,
  OperatorChange,
} from "@fairclick/core/operations/operator-change-schema";
import {
  dismissProposal,
  listOpenProposals,
  lockProposal,
  type ProposalRow,
} from "@fairclick/sql/clicks/reversal-proposals";
import { requireOperator } from "../../actor";
import type { Ctx } from "../../context";
import { makeChange } from "../../operations/operators/make-change";
import { type Page, type PageInput, readPage } from "../../read-page";

const HOUR_MS = 3_600_000;

/** Returns open proposals about clicks whose earnings still wait. */
export function listReversalProposals(
  ctx: Pick<Ctx, "db" | "now">,
  { cursor, limit, depositHoldHours }: PageInput & { depositHoldHours: number },
): Promise<Page<ProposalRow>> {
  const since = new Date(ctx.now().getTime() - depositHoldHours * HOUR_MS);
  return readPage(
    { limit },
    {
      read: (count) =>
        listOpenProposals(ctx.db.sql, { since, cursor: cursor ?? null, limit: count }),
      toCursor: ({ clickId }) => clickId,
    },
  );
}

/** Dismisses a proposal: the click stays paid and is not proposed again. Throws `not_found`. */
export async function dismissReversalProposal(
  ctx: Ctx,
  input: ChangeInput & { clickId: string },
): Promise<OperatorChange> {
  const operatorId = requireOperator(ctx);
  const { clickId } = input;
  return makeChange(ctx, input, async (tx) => {
    const proposal = isUuid(clickId) ? await lockProposal(tx, clickId) : null;
    if (!proposal) throw new AppError("not_found", "There is no open proposal about this click.");
    return {
      action: "reversal_proposal.dismiss",
      subject: `click:${clickId}`,
      before: { proposed: proposal.signal },
      after: { proposed: null },
      apply: async () => {
        await dismissProposal(tx, { clickId, operatorId, at: ctx.now() });
      },
    };
  });
}
