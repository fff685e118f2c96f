import { AppError } from "@fairclick/core/errors";
import { isUuid } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { deleteSessionById, deleteUserSessions } from "@fairclick/sql/accounts/sessions";
import { withTx } from "@fairclick/sql/db/tx";
import { requireUser } from "../../actor";
import type { Ctx } from "../../context";
import { writeAudit } from "../../operations/write-audit";

/** Ends one of the user's own sessions. Throws `not_found` if there is none with this id. */
export async function endSession(ctx: Ctx, id: string): Promise<void> {
  const userId = requireUser(ctx);
  if (!isUuid(id) || !(await deleteSessionById(ctx.db.sql, { userId, id }))) {
    throw new AppError("not_found", t`There is no such session.`);
  }
}

/** Ends every session of the user, including the current one. */
export async function endAllSessions(ctx: Ctx): Promise<void> {
  const userId = requireUser(ctx);
  await withTx(ctx.db, async (tx) => {
    await deleteUserSessions(tx, userId);
    await writeAudit(tx, ctx, { action: "user.end_sessions", subject: `user:${userId}` });
  });
}
