import { decimalFromMicros } from "@fairclick/core/amounts";
import { receiptPath } from "@fairclick/core/money/deposits";
import { withTx } from "@fairclick/sql/db/tx";
import { type HistoryCursor, type HistoryRow, listHistory } from "@fairclick/sql/money/wallet";
import { requireUser } from "../../actor";
import type { Config } from "../../config";
import type { Ctx } from "../../context";
import { describeLine } from "./describe-line";
import { withoutFormula, writeCsv } from "./write-csv";

const PAGE = 2_000;
const HEADINGS = ["date", "account", "type", "amount", "status", "description", "id", "receipt"];

/**
 * Exports the user's history as CSV, oldest first, in exact dollars, from one snapshot. The amounts
 * add up to the balances of wallet and earnings: a line that moved no money is left out.
 */
export async function exportTransactions(
  ctx: Ctx,
  { appUrl }: Pick<Config, "appUrl">,
): Promise<string> {
  const userId = requireUser(ctx);
  const rows = await withTx(
    ctx.db,
    async (tx) => {
      const history: HistoryRow[] = [];
      let before: HistoryCursor | null = null;
      do {
        const page: HistoryRow[] = await listHistory(tx, { userId, before, limit: PAGE });
        history.push(...page);
        before = page.length === PAGE ? (page.at(-1) ?? null) : null;
      } while (before);
      return history;
    },
    { isolation: "repeatable read", readOnly: true, statementTimeoutMs: 60_000 },
  );
  const lines = rows
    .filter(movedMoney)
    .reverse()
    .map((row) => toFields(row, appUrl));
  return writeCsv([HEADINGS, ...lines]);
}

/** A debit counts from its request, a credit once it has arrived. */
function movedMoney({ status, micros }: HistoryRow): boolean {
  return (status === "completed" && micros !== 0n) || (status === "pending" && micros < 0n);
}

function toFields(row: HistoryRow, appUrl: string): string[] {
  const { at, account, type, micros, status, id, receiptOf } = row;
  const description = withoutFormula(describeLine(row));
  const receipt = receiptOf ? `${appUrl}${receiptPath(receiptOf)}` : "";
  return [
    at.toISOString(),
    account,
    type,
    decimalFromMicros(micros),
    status,
    description,
    id,
    receipt,
  ];
}
