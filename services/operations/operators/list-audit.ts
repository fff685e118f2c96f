import {
  type AuditFilter,
  listAuditRows,
  type WrittenAuditRow,
} from "@fairclick/sql/operations/audit-log";
import type { Ctx } from "../../context";
import { type Page, type PageInput, readPage } from "../../read-page";

type Given = { [Field in keyof AuditFilter]?: NonNullable<AuditFilter[Field]> | undefined };

/** Lists the audit log, newest first. */
export async function listAudit(
  ctx: Pick<Ctx, "db">,
  { cursor, limit, ...filter }: Given & PageInput,
): Promise<Page<WrittenAuditRow>> {
  const { subject = null, action = null, actor = null, actorKind = null } = filter;
  const { since = null, until = null } = filter;
  return readPage(
    { limit },
    {
      read: (count) =>
        listAuditRows(ctx.db.sql, {
          ...{ subject, action, actor, actorKind, since, until },
          limit: count,
          cursor: cursor ? BigInt(cursor) : null,
        }),
      toCursor: (row) => row.id.toString(),
    },
  );
}
