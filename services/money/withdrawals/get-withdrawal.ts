import { AppError } from "@fairclick/core/errors";
import { asId, isUuid, type WithdrawalId } from "@fairclick/core/ids";
import type { Tx } from "@fairclick/sql/db/client";
import {
  findOperatedWithdrawal,
  lockOperatedWithdrawal,
  type OperatedWithdrawal,
} from "@fairclick/sql/money/withdrawals";
import type { Ctx } from "../../context";

/** Returns any user's withdrawal, for operators. Throws `not_found`. */
export async function getWithdrawal(ctx: Pick<Ctx, "db">, id: string): Promise<OperatedWithdrawal> {
  return requireFound(id, await findOperatedWithdrawal(ctx.db.sql, parseId(id)));
}

/** Like `getWithdrawal`, and locks the row until the transaction ends. */
export async function lockForOperator(tx: Tx, id: string): Promise<OperatedWithdrawal> {
  return requireFound(id, await lockOperatedWithdrawal(tx, parseId(id)));
}

function parseId(text: string): WithdrawalId {
  if (!isUuid(text)) throw notFound(text);
  return asId<WithdrawalId>(text.toLowerCase());
}

function requireFound<Row>(id: string, row: Row | null): Row {
  if (!row) throw notFound(id);
  return row;
}

function notFound(id: string): AppError {
  return new AppError("not_found", `There is no withdrawal ${id}.`);
}
