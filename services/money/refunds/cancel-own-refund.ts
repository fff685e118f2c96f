import { AppError } from "@fairclick/core/errors";
import { isUuid } from "@fairclick/core/ids";
import { stored } from "@fairclick/core/language/stored-text";
import { t } from "@fairclick/core/language/t";
import { withTx } from "@fairclick/sql/db/tx";
import { lockRefund, type Refund } from "@fairclick/sql/money/refunds";
import { requireUser } from "../../actor";
import type { Ctx } from "../../context";
import { writeAudit } from "../../operations/write-audit";
import { returnToWallet } from "./apply-refund";

/**
 * Cancels the caller's refund: its status becomes `failed` and the money returns to the wallet.
 * Throws `not_found` for another user's refund, `conflict` if it has ended or Stripe may have been
 * called.
 */
export async function cancelOwnRefund(ctx: Ctx, id: string): Promise<Refund> {
  const userId = requireUser(ctx);
  return withTx(ctx.db, async (tx) => {
    const refund = isUuid(id) ? await lockRefund(tx, id) : null;
    if (!refund || refund.userId !== userId) {
      throw new AppError("not_found", t`There is no such refund.`);
    }
    if (refund.status !== "pending" || refund.sendingAt) {
      throw new AppError("conflict", t`This refund can no longer be cancelled.`);
    }
    const reason = stored`You cancelled this refund.`;
    await returnToWallet(tx, refund, { refund: null, reason });
    await writeAudit(tx, ctx, { action: "refund.cancel", subject: `refund:${refund.id}` });
    return { ...refund, status: "failed", failureReason: reason };
  });
}
