import { AppError } from "@fairclick/core/errors";
import { isUuid } from "@fairclick/core/ids";
import { stored } from "@fairclick/core/language/stored-text";
import { t } from "@fairclick/core/language/t";
import { withTx } from "@fairclick/sql/db/tx";
import { lockAccounts } from "@fairclick/sql/money/ledger";
import { failWithdrawal, lockWithdrawal, type Withdrawal } from "@fairclick/sql/money/withdrawals";
import { requireUser } from "../../actor";
import type { Ctx } from "../../context";
import { writeAudit } from "../../operations/write-audit";
import { postFailed } from "./postings";

/**
 * Cancels the caller's withdrawal: its status becomes `failed` and the money returns to earnings.
 * Throws `not_found` for another user's withdrawal, `conflict` if it has ended or Stripe may have
 * been called. Locks the earnings first, as everything does that puts a withdrawal back.
 */
export async function cancelWithdrawal(ctx: Ctx, id: string): Promise<Withdrawal> {
  const userId = requireUser(ctx);
  return withTx(ctx.db, async (tx) => {
    await lockAccounts(tx, [{ kind: "earnings", ownerId: userId }]);
    const withdrawal = isUuid(id) ? await lockWithdrawal(tx, id) : null;
    if (!withdrawal || withdrawal.userId !== userId) {
      throw new AppError("not_found", t`There is no such withdrawal.`);
    }
    const reason = stored`You cancelled this withdrawal.`;
    const cancelled =
      !withdrawal.sendingAt && (await failWithdrawal(tx, { id: withdrawal.id, reason }));
    if (!cancelled) {
      throw new AppError("conflict", t`This withdrawal can no longer be cancelled.`);
    }
    await postFailed(tx, withdrawal);
    await writeAudit(tx, ctx, {
      action: "withdrawal.cancel",
      subject: `withdrawal:${withdrawal.id}`,
    });
    return { ...withdrawal, status: "failed", failureReason: reason };
  });
}
