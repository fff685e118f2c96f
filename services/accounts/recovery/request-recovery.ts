import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import { recoveryRequested } from "@fairclick/core/notices/account-notices";
import { insertRecovery, lockOpenRecovery } from "@fairclick/sql/accounts/recoveries";
import { requireOperator } from "../../actor";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import { makeChange } from "../../operations/operators/make-change";
import { parseUser } from "../find-user";
import { lockRecoverable, requireMailable } from "./lock-recoverable";

const HOUR_MS = 3_600_000;
/** In which the owner can cancel the recovery. */
const WAIT_HOURS = 72;

/**
 * Starts the recovery of an account after its owner lost every way to sign in: the waiting period begins,
 * and the owner is notified and can cancel it. Throws `conflict` if one is open, or if the address gets no mail.
 */
export async function requestRecovery(
  ctx: Ctx,
  { user, ...input }: ChangeInput & { user: string },
): Promise<OperatorChange> {
  const by = requireOperator(ctx);
  const userId = await parseUser(ctx.db.sql, user);
  const id = Bun.randomUUIDv7();
  return makeChange(ctx, input, async (tx) => {
    const { username, address } = await lockRecoverable(tx, { userId, user });
    if (await lockOpenRecovery(tx, userId)) {
      throw new AppError("conflict", `A recovery of ${username} is open already.`);
    }
    await requireMailable(tx, address);
    const { reason } = input;
    const at = ctx.now();
    const dueAt = new Date(at.getTime() + WAIT_HOURS * HOUR_MS);
    return {
      action: "user.request_recovery",
      subject: `user:${userId}`,
      before: { username, recovery: "none" },
      after: { username, recovery: "requested", recoveryId: id, dueAt: dueAt.toISOString() },
      apply: async () => {
        await insertRecovery(tx, { id, userId, address, reason, by, at, dueAt });
        const data = { dueAt: dueAt.toISOString() };
        await notify(tx, ctx, recoveryRequested, { to: [userId], data, key: id });
      },
    };
  });
}
