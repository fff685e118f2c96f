import { AppError } from "@fairclick/core/errors";
import { asId, isUuid, type RefundId } from "@fairclick/core/ids";
import type { RefundState } from "@fairclick/core/money/refunds";
import type { Tx } from "@fairclick/sql/db/client";
import {
  findOperatedRefund,
  listRefunds as listRows,
  lockOperatedRefund,
  type OperatedRefund,
} from "@fairclick/sql/money/refunds";
import { parseUser } from "../../accounts/find-user";
import type { Ctx } from "../../context";
import { type Page, type PageInput, readPage } from "../../read-page";

type Filter = PageInput & { user?: string | undefined; state?: RefundState | undefined };

/** Lists the requested refunds of all users, newest first, for operators. */
export async function listRefunds(
  ctx: Pick<Ctx, "db">,
  { user, state, ...page }: Filter,
): Promise<Page<OperatedRefund>> {
  const userId = user ? await parseUser(ctx.db.sql, user) : null;
  const cursor = page.cursor ? asId<RefundId>(page.cursor) : null;
  return readPage(page, {
    read: (limit) => listRows(ctx.db.sql, { userId, state: state ?? null, limit, cursor }),
    toCursor: (row) => row.id,
  });
}

/** Returns any user's refund, for operators. Throws `not_found`. */
export async function getRefund(ctx: Pick<Ctx, "db">, id: string): Promise<OperatedRefund> {
  return requireFound(id, await findOperatedRefund(ctx.db.sql, parseId(id)));
}

/** Like `getRefund`, and locks the row until the transaction ends. */
export async function lockRefundForOperator(tx: Tx, id: string): Promise<OperatedRefund> {
  return requireFound(id, await lockOperatedRefund(tx, parseId(id)));
}

function parseId(text: string): RefundId {
  if (!isUuid(text)) throw notFound(text);
  return asId<RefundId>(text.toLowerCase());
}

function requireFound<Row>(id: string, row: Row | null): Row {
  if (!row) throw notFound(id);
  return row;
}

function notFound(id: string): AppError {
  return new AppError("not_found", `There is no refund ${id}.`);
}
