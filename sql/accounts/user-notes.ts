import type { OperatorId, UserId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";
import { requireRow } from "../db/require-row";

export type UserNote = { id: string; text: string; writer: string; writtenAt: Date };

/** Lists the notes about a user, newest first. */
export async function listUserNotes(
  db: Queryable,
  { userId, limit }: { userId: UserId; limit: number },
): Promise<UserNote[]> {
  return db<UserNote[]>`
    /* userNotes.list */
    select n.id, n.text, o.name as writer, n.written_at as "writtenAt"
    from user_notes n join operators o on o.id = n.written_by
    where n.user_id = ${userId} order by n.id desc limit ${limit}`;
}

export async function countUserNotes(db: Queryable, userId: UserId): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    /* userNotes.count */
    select count(*)::int as count from user_notes where user_id = ${userId}`;
  return requireRow(row, "the count of notes").count;
}

type NewNote = { id: string; userId: UserId; text: string; by: OperatorId; at: Date };

export async function insertUserNote(tx: Tx, { id, userId, text, by, at }: NewNote): Promise<void> {
  await tx`
    /* userNotes.insert */
    insert into user_notes (id, user_id, text, written_by, written_at)
    values (${id}, ${userId}, ${text}, ${by}, ${at})`;
}

/** Returns a note about the user; null if there is none with this id. */
export async function findUserNote(
  db: Queryable,
  { id, userId }: { id: string; userId: UserId },
): Promise<UserNote | null> {
  const [row] = await db<UserNote[]>`
    /* userNotes.find */
    select n.id, n.text, o.name as writer, n.written_at as "writtenAt"
    from user_notes n join operators o on o.id = n.written_by
    where n.id = ${id} and n.user_id = ${userId}`;
  return row ?? null;
}

/** Returns false if the note is deleted already. */
export async function deleteUserNote(tx: Tx, id: string): Promise<boolean> {
  const deleted = await tx`/* userNotes.delete */ delete from user_notes where id = ${id}`;
  return deleted.count === 1;
}

export async function deleteUserNotes(tx: Tx, userId: UserId): Promise<void> {
  await tx`/* userNotes.deleteOf */ delete from user_notes where user_id = ${userId}`;
}

/** Deletes up to `limit` notes that were written before `at`, and returns how many. */
export async function deleteNotesBefore(
  db: Queryable,
  { at, limit }: { at: Date; limit: number },
): Promise<number> {
  const deleted = await db`
    /* userNotes.deleteBefore */
    delete from user_notes where id in (
      select id from user_notes where written_at < ${at} limit ${limit}
    )`;
  return deleted.count;
}
