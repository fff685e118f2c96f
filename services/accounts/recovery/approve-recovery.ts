import { AppError } from "@fairclick/core/errors";
import { recoveryApproved } from "@fairclick/core/notices/recovery-notices";
import type {
  ChangeInput,
  OperatorChange,
} from "@fairclick/core/operations/operator-change-schema";
import { approveRecovery as approveRow } from "@fairclick/sql/accounts/recoveries";
import { requireOperator } from "../../actor";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import { makeChange } from "../../operations/operators/make-change";
import { parseUser } from "../find-user";
import { lockRecovery, requireConsents } from "./lock-recoverable";

const HOUR_MS = 3_600_000;
/** Older requests cannot be approved: they were forgotten. */
const REQUEST_DAYS = 7;

/**
 * Approves the open recovery of an account as a second operator, starts the waiting period and
 * notifies the user, who can cancel it. Throws `conflict` for the operator who requested it.
 */
export async function approveRecovery(
  ctx: Ctx,
  { user, waitHours, ...input }: ChangeInput & { user: string; waitHours: number },
): Promise<OperatorChange> {
  const by = requireOperator(ctx);
  const userId = await parseUser(ctx.db.sql, user);
  return makeChange(ctx, input, async (tx) => {
    const { username, recovery } = await lockRecovery(tx, { userId, user });
    const { id, requestedBy, requestedAt, reason } = recovery;
    const at = ctx.now();
    const dueAt = new Date(at.getTime() + waitHours * HOUR_MS);
    if (recovery.approvedBy) throw new AppError("conflict", "This recovery is approved already.");
    if (requestedBy === by) {
      throw new AppError(
        "conflict",
        "You requested this recovery. A different operator approves it.",
      );
    }
    if (at.getTime() - requestedAt.getTime() > REQUEST_DAYS * 24 * HOUR_MS) {
      throw new AppError(
        "conflict",
        `This request is older than ${REQUEST_DAYS} days. Cancel it and request it again.`,
      );
    }
    await requireConsents(tx, [requestedBy, by]);
    return {
      action: "user.approve_recovery",
      subject: `user:${userId}`,
      before: { username, recovery: "requested", recoveryId: id, requestedBecause: reason },
      after: { username, recovery: "approved", recoveryId: id, dueAt: dueAt.toISOString() },
      apply: async () => {
        if (!(await approveRow(tx, { id, by, at, dueAt }))) {
          throw new AppError("conflict", "This recovery is no longer open.");
        }
        const data = { dueAt: dueAt.toISOString() };
        await notify(tx, ctx, recoveryApproved, { to: [userId], data, key: id });
      },
    };
  });
}
