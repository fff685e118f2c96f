import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import { isClosedByDisputes } from "@fairclick/core/money/deposits";
import { savePardon } from "@fairclick/sql/money/deposits";
import { requireOperator } from "../actor";
import { countRecentDisputes } from "../campaigns/refuse-disputed";
import type { Ctx } from "../context";
import { makeChange } from "../operations/operators/make-change";
import { parseUser } from "./find-user";

/** Lets a user launch campaigns again after disputes closed the account. Later disputes count again. */
export async function pardonDisputes(
  ctx: Ctx,
  { user, ...input }: ChangeInput & { user: string },
): Promise<OperatorChange> {
  const operatorId = requireOperator(ctx);
  const userId = await parseUser(ctx.db.sql, user);
  return makeChange(ctx, input, async (tx) => {
    const disputes = await countRecentDisputes(tx, { userId, at: ctx.now() });
    if (!isClosedByDisputes(disputes)) {
      throw new AppError("conflict", "No disputes close this account to new campaigns.");
    }
    return {
      action: "user.pardon_disputes",
      subject: `user:${userId}`,
      before: { disputes },
      after: { disputes: 0 },
      apply: () => savePardon(tx, { userId, operatorId, reason: input.reason }),
    };
  });
}
