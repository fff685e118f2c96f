import type { UserId } from "@fairclick/core/ids";
import type { NoticeText } from "@fairclick/core/notices/define-notice";
import { writeNoticeText } from "@fairclick/core/notices/registry";
import type { Db } from "@fairclick/sql/db/client";
import { countUnreadNotices, listNotices, markNoticesRead } from "@fairclick/sql/notices/notices";
import { requireUser } from "../actor";
import type { Ctx } from "../context";
import { type Page, type PageInput, readPage } from "../read-page";

export type Notice = NoticeText & { id: string; kind: string; at: Date; read: boolean };

/** An app with more unread notices than this shows "99+". */
const MAX_UNREAD = 100;

/** Lists the user's notices, newest first. Leaves out those of a kind that no longer exists. */
export async function listOwnNotices(
  ctx: Ctx,
  input: PageInput,
): Promise<Page<Notice> & { unread: number }> {
  const userId = requireUser(ctx);
  const { items, nextCursor } = await readPage(input, {
    read: (limit) => listNotices(ctx.db.sql, { userId, before: input.cursor ?? null, limit }),
    toCursor: ({ id }) => id,
  });
  const notices = items.flatMap((row) => {
    const text = writeNoticeText(row);
    const { id, kind, at, readAt } = row;
    return text ? [{ ...text, id, kind, at, read: readAt !== null }] : [];
  });
  const unread = await countOwnUnread(ctx.db, userId);
  return { items: notices, nextCursor, unread };
}

export function countOwnUnread(db: Db, userId: UserId): Promise<number> {
  return countUnreadNotices(db.sql, { userId, most: MAX_UNREAD });
}

/** Marks a notice and all older ones as read. */
export async function readOwnNotices(ctx: Ctx, upTo: string): Promise<void> {
  await markNoticesRead(ctx.db.sql, { userId: requireUser(ctx), upTo, at: ctx.now() });
}
