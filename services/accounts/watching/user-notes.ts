import { MAX_USER_NOTES } from "@fairclick/core/accounts/user-note-schema";
import { AppError } from "@fairclick/core/errors";
import { isUuid } from "@fairclick/core/ids";
import type {
  ChangeInput,
  OperatorChange,
} from "@fairclick/core/operations/operator-change-schema";
import { retentionDays } from "@fairclick/core/operations/retention";
import { lockSuspension } from "@fairclick/sql/accounts/operated-users";
import {
  countUserNotes,
  deleteNotesBefore,
  deleteUserNote,
  findUserNote,
  insertUserNote,
} from "@fairclick/sql/accounts/user-notes";
import { deleteWatchesBefore } from "@fairclick/sql/accounts/user-watches";
import { withTx } from "@fairclick/sql/db/tx";
import { requireOperator } from "../../actor";
import type { Ctx } from "../../context";
import { makeChange } from "../../operations/operators/make-change";
import { writeAudit } from "../../operations/write-audit";
import { getUser } from "../find-user";

const DAY_MS = 24 * 3_600_000;
const BATCH = 1_000;

/**
 * Writes a note about a user, which only operators read, and returns its id. The audit log records that
 * it was written but not its text, which is deleted with the account. Throws `conflict` for a deleted
 * account and beyond `MAX_USER_NOTES`.
 */
export async function addUserNote(
  ctx: Ctx,
  { user, text }: { user: string; text: string },
): Promise<{ id: string }> {
  const by = requireOperator(ctx);
  const { id: userId } = await getUser(ctx, user);
  const id = Bun.randomUUIDv7();
  return withTx(ctx.db, async (tx) => {
    const locked = await lockSuspension(tx, userId);
    if (locked?.deletedAt) throw new AppError("conflict", "This account was deleted by its owner.");
    if ((await countUserNotes(tx, userId)) >= MAX_USER_NOTES) {
      throw new AppError(
        "conflict",
        `There are ${MAX_USER_NOTES} notes about this user. Delete some first.`,
      );
    }
    await insertUserNote(tx, { id, userId, text, by, at: ctx.now() });
    const after = { note: id, characters: text.length };
    await writeAudit(tx, ctx, { action: "user.note", subject: `user:${userId}`, after });
    return { id };
  });
}

/** Deletes a note about a user. Throws `not_found`. */
export async function removeUserNote(
  ctx: Ctx,
  { user, id: note, ...input }: ChangeInput & { user: string; id: string },
): Promise<OperatorChange> {
  const { id: userId, username } = await getUser(ctx, user);
  return makeChange(ctx, input, async (tx) => {
    const found = isUuid(note) ? await findUserNote(tx, { id: note, userId }) : null;
    const notFound = new AppError("not_found", `There is no note ${note} about ${username}.`);
    if (!found) throw notFound;
    const { id, writer, writtenAt } = found;
    return {
      action: "user.delete_note",
      subject: `user:${userId}`,
      before: { username, note: id, writer, writtenAt: writtenAt.toISOString() },
      after: { username, note: null },
      apply: async () => {
        if (!(await deleteUserNote(tx, id))) throw notFound;
      },
    };
  });
}

/** Deletes notes about users, and watches that have ended, after a year. */
export async function forgetUserNotes(ctx: Ctx): Promise<void> {
  const at = new Date(ctx.now().getTime() - retentionDays.userNotes * DAY_MS);
  while ((await deleteNotesBefore(ctx.db.sql, { at, limit: BATCH })) === BATCH);
  while ((await deleteWatchesBefore(ctx.db.sql, { at, limit: BATCH })) === BATCH);
}
