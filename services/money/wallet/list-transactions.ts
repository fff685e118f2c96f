import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import { findJudgedUpTo } from "@fairclick/sql/clicks/pending-clicks";
import { type HistoryCursor, type HistoryRow, listHistory } from "@fairclick/sql/money/wallet";
import { requireUser } from "../../actor";
import type { Ctx } from "../../context";
import { describeLine } from "./describe-line";

export type HistoryLine = HistoryRow & { description: string };
type History = { lines: HistoryLine[]; nextCursor: string | null; judgedUpTo: Date | null };

/** Lists the user's history, newest first, from the cursor on. Throws `validation` for a bad cursor. */
export async function listTransactions(
  ctx: Ctx,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<History> {
  const judgedUpTo = await findJudgedUpTo(ctx.db.sql);
  const rows = await listHistory(ctx.db.sql, {
    userId: requireUser(ctx),
    before: cursor === undefined ? null : readCursor(cursor),
    limit: limit + 1,
  });
  const lines = rows.slice(0, limit).map((row) => ({ ...row, description: describeLine(row) }));
  const last = lines.at(-1);
  return { lines, nextCursor: last && rows.length > limit ? writeCursor(last) : null, judgedUpTo };
}

function writeCursor({ at, id }: HistoryCursor): string {
  return Buffer.from(`${at.getTime()} ${id}`).toString("base64url");
}

function readCursor(cursor: string): HistoryCursor {
  const text = Buffer.from(cursor, "base64url").toString();
  const match = /^(-?\d{1,15}) ([a-z]+:[0-9a-z:-]{1,100})$/.exec(text);
  if (!match?.[1] || !match[2]) throw new AppError("validation", t`This page does not exist.`);
  return { at: new Date(Number(match[1])), id: match[2] };
}
