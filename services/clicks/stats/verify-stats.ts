import type { BooksReport } from "@fairclick/core/money/ledger";
import { withTx } from "@fairclick/sql/db/tx";
import { insightChecks, statChecks } from "@fairclick/sql/money/stat-checks";
import type { Ctx } from "../../context";

/** The checks read every stored click. */
const LONGEST_CHECK_MS = 30 * 60_000;

/**
 * Compares every counter of the statistics with its clicks, conversions and impressions, in one
 * snapshot. Each check lists at most `limit` differences.
 */
export async function verifyStats(ctx: Pick<Ctx, "db">, { limit = 20 } = {}): Promise<BooksReport> {
  return withTx(
    ctx.db,
    async (tx) => {
      await tx`select set_config('work_mem', '256MB', true)`;
      const report: BooksReport = { clean: true, checks: [] };
      for (const { name, claim, find } of [...statChecks, ...insightChecks]) {
        const differences = await find(tx, limit);
        report.clean &&= differences.length === 0;
        report.checks.push({ name, claim, differences });
      }
      return report;
    },
    { isolation: "repeatable read", readOnly: true, statementTimeoutMs: LONGEST_CHECK_MS },
  );
}
