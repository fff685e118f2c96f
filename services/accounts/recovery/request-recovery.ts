import { AppError } from "@fairclick/core/errors";
import type {
  ChangeInput,
  OperatorChange,
} from "@fairclick/core/operations/operator-change-schema";
import { insertRecovery, lockOpenRecovery } from "@fairclick/sql/accounts/recoveries";
import { requireOperator } from "../../actor";
import type { Ctx } from "../../context";
import { makeChange } from "../../operations/operators/make-change";
import { parseUser } from "../find-user";
import { lockRecoverable } from "./lock-recoverable";

/**
 * Requests the recovery of an account after its owner lost every way to sign in. Nothing happens until a
 * different operator approves it.
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
    const { reason } = input;
    return {
      action: "user.request_recovery",
      subject: `user:${userId}`,
      before: { username, recovery: "none" },
      after: { username, recovery: "requested", recoveryId: id },
      apply: () => insertRecovery(tx, { id, userId, address, reason, by, at: ctx.now() }),
    };
  });
}
