import { AppError } from "@fairclick/core/errors";
import { type MonthReport, reportMonth } from "@fairclick/core/money/ledger";
import { withTx } from "@fairclick/sql/db/tx";
import { sumBalances, sumMovements } from "@fairclick/sql/money/statements";
import type { Ctx } from "../../context";

/**
 * Returns what the business earned, paid, owes and holds in a month such as `2026-11` (UTC), read in
 * one snapshot. Throws `validation` if the month has not begun.
 */
export async function getMonthReport(
  ctx: Pick<Ctx, "db" | "now">,
  month: string,
): Promise<MonthReport> {
  const [year = 0, place = 0] = month.split("-").map(Number);
  const from = new Date(Date.UTC(year, place - 1, 1));
  const end = new Date(Date.UTC(year, place, 1));
  const now = ctx.now();
  if (from > now) throw new AppError("validation", `The month ${month} has not begun.`);
  const books = await withTx(
    ctx.db,
    async (tx) => ({
      balances: await sumBalances(tx),
      movements: await sumMovements(tx, { from, to: end }),
    }),
    { isolation: "repeatable read", readOnly: true, statementTimeoutMs: 4 * 60_000 },
  );
  const to = end < now ? end : now;
  return { month, from: from.toISOString(), to: to.toISOString(), ...reportMonth(books) };
}
