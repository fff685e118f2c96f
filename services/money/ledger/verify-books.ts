import type { BooksReport } from "@fairclick/core/money/ledger-schema";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { campaignChecks } from "@fairclick/sql/money/books/campaign-checks";
import { clickChecks } from "@fairclick/sql/money/books/click-checks";
import { decisionChecks } from "@fairclick/sql/money/books/decision-checks";
import { ledgerChecks } from "@fairclick/sql/money/books/ledger-checks";
import { paymentChecks } from "@fairclick/sql/money/books/payment-checks";
import type { Ctx } from "../../context";

const checks = [
  ...ledgerChecks,
  ...campaignChecks,
  ...clickChecks,
  ...decisionChecks,
  ...paymentChecks,
];

/** The checks read every entry and every click that is kept. */
const LONGEST_CHECK_MS = 30 * 60_000;

/**
 * Proves the books, everything in one snapshot, so that work going on cannot look like a
 * difference. Each check lists at most `limit` of its differences.
 */
export async function verifyBooks(ctx: Pick<Ctx, "db">, { limit = 20 } = {}): Promise<BooksReport> {
  return withTx(
    ctx.db,
    async (tx) => {
      return checkBooks(tx, limit);
    },
    { isolation: "repeatable read", readOnly: true, statementTimeoutMs: LONGEST_CHECK_MS },
  );
}

/** The checks as the transaction sees the books. */
export async function checkBooks(tx: Tx, limit: number): Promise<BooksReport> {
  const report: BooksReport = { clean: true, checks: [] };
  for (const { name, claim, find } of checks) {
    const differences = await find(tx, limit);
    report.clean &&= differences.length === 0;
    report.checks.push({ name, claim, differences });
  }
  return report;
}
