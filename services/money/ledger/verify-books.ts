import type { BooksReport } from "@fairclick/core/money/ledger";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { campaignChecks, decisionChecks } from "@fairclick/sql/money/book-checks";
import { clickChecks } from "@fairclick/sql/money/click-checks";
import { ledgerChecks, paymentChecks } from "@fairclick/sql/money/ledger-checks";
import type { Ctx } from "../../context";

const checks = [
  ...ledgerChecks,
  ...campaignChecks,
  ...clickChecks,
  ...decisionChecks,
  ...paymentChecks,
];

/** The checks read every entry and every stored click. */
const LONGEST_CHECK_MS = 30 * 60_000;

/**
 * Checks the books in one snapshot, so that concurrent work cannot look like a difference. Each
 * check lists at most `limit` differences.
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

/** Runs the checks in the caller's transaction. */
export async function checkBooks(tx: Tx, limit: number): Promise<BooksReport> {
  const report: BooksReport = { clean: true, checks: [] };
  for (const { name, claim, find } of checks) {
    const differences = await find(tx, limit);
    report.clean &&= differences.length === 0;
    report.checks.push({ name, claim, differences });
  }
  return report;
}
