import type { NoticeText } from "@fairclick/core/notices/define-notice";
import { writeNoticeText } from "@fairclick/core/notices/registry";
import { withTx } from "@fairclick/sql/db/tx";
import {
  listOperatorNotices,
  markOperatorNoticesRead,
} from "@fairclick/sql/notices/operator-notices";
import { requireOperator } from "../actor";
import type { Ctx } from "../context";
import { inLanguage } from "../language/in-language";
import { writeAudit } from "../operations/write-audit";
import { type Page, type PageInput, readPage } from "../read-page";

type Listed = NoticeText & { id: string; kind: string; at: Date; read: boolean; open: boolean };
type Wanted = PageInput & { open: boolean; unread: boolean };

/** Lists notices to operators, newest first. Leaves out those whose kind no longer exists. */
export async function listNoticesToOperators(
  ctx: Pick<Ctx, "db">,
  { open, unread, ...input }: Wanted,
): Promise<Page<Listed>> {
  const { items, nextCursor } = await readPage(input, {
    read: (limit) =>
      listOperatorNotices(ctx.db.sql, { open, unread, before: input.cursor ?? null, limit }),
    toCursor: ({ id }) => id,
  });
  const notices = items.flatMap((row) => {
    const text = inLanguage("en", () => writeNoticeText(row));
    const { id, kind, at, readAt } = row;
    return text ? [{ ...text, id, kind, at, read: readAt !== null, open: row.open }] : [];
  });
  return { items: notices, nextCursor };
}

/** Marks a notice and all older ones as read, for all operators. Returns how many were unread. */
export async function readNoticesToOperators(ctx: Ctx, upTo: string): Promise<number> {
  requireOperator(ctx);
  return withTx(ctx.db, async (tx) => {
    const read = await markOperatorNoticesRead(tx, { upTo, at: ctx.now() });
    if (read > 0) {
      const after = { read };
      await writeAudit(tx, ctx, { action: "notices.read", subject: `notice:${upTo}`, after });
    }
    return read;
  });
}
