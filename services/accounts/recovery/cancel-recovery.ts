import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { lockSuspension } from "@fairclick/sql/accounts/operated-users";
import {
  type CancelledBy,
  cancelOpenRecovery,
  lockOpenRecovery,
} from "@fairclick/sql/accounts/recoveries";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { deleteMailTokens } from "@fairclick/sql/notices/mail";
import { requireUser } from "../../actor";
import type { Actor, Ctx } from "../../context";
import { makeChange } from "../../operations/operators/make-change";
import { writeAudit } from "../../operations/write-audit";
import { consumeToken, refuseLink } from "../auth/use-mail-token";
import { parseUser, userNotFound } from "../find-user";

/** Cancels the open recovery by the link of the mail. Throws `forbidden` if the link does not work. */
export async function cancelRecoveryByLink(ctx: Ctx, token: string): Promise<void> {
  const at = ctx.now();
  await withTx(ctx.db, async (tx) => {
    const used = await consumeToken(tx, { purpose: "cancel_recovery", token, at });
    if (!used || !(await cancelAsUser(tx, { userId: used.userId, by: "link", at }))) {
      throw refuseLink();
    }
  });
}

/** Cancels the open recovery of the user's own account. Throws `conflict` if there is none. */
export async function cancelOwnRecovery(ctx: Ctx): Promise<void> {
  const userId = requireUser(ctx);
  const at = ctx.now();
  await withTx(ctx.db, async (tx) => {
    if (!(await cancelAsUser(tx, { userId, by: "session", at }))) {
      throw new AppError("conflict", t`There is no recovery of your account to cancel.`);
    }
  });
}

type Cancellation = { userId: UserId; by: Exclude<CancelledBy, "operator">; at: Date };

/** Cancels the user's open recovery. Returns false if there is none. */
export async function cancelAsUser(tx: Tx, { userId, by, at }: Cancellation): Promise<boolean> {
  const id = await cancelOpenRecovery(tx, { userId, by, at });
  if (id === null) return false;
  await deleteMailTokens(tx, { userId, purposes: ["cancel_recovery"] });
  const actor: Actor = { kind: "user", userId };
  const after = { recoveryId: id, cancelledBy: by };
  await writeAudit(
    tx,
    { actor, now: () => at },
    { action: "user.cancel_recovery", subject: `user:${userId}`, after },
  );
  return true;
}

/** Cancels an open recovery as an operator, also of a suspended account. */
export async function cancelRecovery(
  ctx: Ctx,
  { user, ...input }: ChangeInput & { user: string },
): Promise<OperatorChange> {
  const userId = await parseUser(ctx.db.sql, user);
  return makeChange(ctx, input, async (tx) => {
    const row = await lockSuspension(tx, userId);
    if (!row) throw userNotFound(user);
    const { username } = row;
    const recovery = await lockOpenRecovery(tx, userId);
    if (!recovery) throw new AppError("conflict", `No recovery of ${username} is open.`);
    const { id } = recovery;
    return {
      action: "user.cancel_recovery",
      subject: `user:${userId}`,
      before: { username, recovery: "requested", recoveryId: id },
      after: { username, recovery: "cancelled", recoveryId: id },
      apply: async () => {
        await cancelOpenRecovery(tx, { userId, by: "operator", at: ctx.now() });
        await deleteMailTokens(tx, { userId, purposes: ["cancel_recovery"] });
      },
    };
  });
}
