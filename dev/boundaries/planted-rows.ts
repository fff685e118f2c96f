import type { SourceFile } from "./source-files";

/**
 * Tables of `schema.sql` with rows that follow from others: counters, sums, verdicts and proofs. Only the
 * code that derives them writes them; a test that writes such a row by hand passes although that code
 * writes another one, or none.
 */
const derivedTables: readonly string[] = [
  "books_proofs",
  "campaign_join_rates",
  "click_days",
  "click_decisions",
  "click_quarters",
  "click_texts",
  "click_visitors",
  "clicks",
  "conversion_counts",
  "conversion_quarters",
  "day_seals",
  "dropped_days",
  "dropped_sums",
  "held_claims",
  "impression_quarters",
  "judged_shards",
  "ledger_accounts",
  "ledger_entries",
  "ledger_lot_balances",
  "ledger_lot_entries",
  "ledger_lots",
  "ledger_transactions",
  "link_findings",
  "link_outcomes",
  "reversal_sums",
  "rule_days",
  "rule_trials",
  "sealed_links",
  "sealed_lots",
  "settlements",
  "suspects",
];

/** Why a test may write derived rows itself. What it then tests does not depend on who wrote them. */
const reasons = {
  breaks: "makes a row wrong, or tries to, to see that this is found or refused",
  ages: "moves the time of a row that was derived",
  fills: "measures or bounds a read over more rows than the product would write in a test",
  trigger: "tests the trigger or the statement that derives the rows",
} as const;

const mayWrite: Record<string, keyof typeof reasons> = {
  "api/clicks/flagged-click-routes.pg.test.ts": "ages",
  "api/clicks/objection-routes.pg.test.ts": "fills",
  "api/clicks/policy-routes.pg.test.ts": "fills",
  "api/events/click-events.pg.test.ts": "ages",
  "api/operations/admin.pg.test.ts": "breaks",
  "e2e/chaos/agreement/find-disagreements.pg.test.ts": "breaks",
  "e2e/cli/inspect.test.ts": "fills",
  "e2e/payments/own-earnings.pg.test.ts": "ages",
  "e2e/payments/stolen-cards.ts": "ages",
  "services/clicks/decide-clicks.pg.test.ts": "breaks",
  "services/clicks/expire-held-clicks.pg.test.ts": "ages",
  "services/clicks/flagged-clicks-plans.pg.test.ts": "fills",
  "services/clicks/forget-clicks.pg.test.ts": "breaks",
  "services/clicks/judge-links-plans.pg.test.ts": "fills",
  "services/clicks/top-clicks.pg.test.ts": "fills",
  "services/clicks/named-links.pg.test.ts": "breaks",
  "services/clicks/read-breakdown.pg.test.ts": "breaks",
  "services/clicks/record-clicks.pg.test.ts": "fills",
  "services/clicks/replay-clicks.pg.test.ts": "fills",
  "services/clicks/settle-clicks-flood.pg.test.ts": "fills",
  "services/clicks/clicks-plans.pg.test.ts": "fills",
  "services/clicks/verify-insight.pg.test.ts": "breaks",
  "services/clicks/verify-stats.pg.test.ts": "breaks",
  "services/money/find-waiting-earnings.pg.test.ts": "ages",
  "services/money/seal-days.pg.test.ts": "breaks",
  "services/money/verify-books.pg.test.ts": "breaks",
  "services/operations/examine-installation.pg.test.ts": "fills",
  "sql/conversions/conversion-counts.pg.test.ts": "trigger",
  "sql/testing/insert-judged-clicks.ts": "fills",
  "sql/money/ledger-guards.pg.test.ts": "trigger",
  "sql/money/ledger-writers.test.ts": "trigger",
  "sql/money/lots.pg.test.ts": "trigger",
  "worker/send-alerts.pg.test.ts": "breaks",
  "worker/settlement-jobs.pg.test.ts": "breaks",
};

/** A fixture that writes judged clicks and their visitors. */
const fixture = "insertJudgedClicks(";
const write = /\b(?:insert\s+into|update|merge\s+into|copy)\s+(?:only\s+)?(?:public\.)?"?(\w+)/gi;

/** Returns the derived tables that a test or fixture writes by hand, one line each. */
export function findPlantedRows({ path, text }: SourceFile): string[] {
  const isFixture =
    /\.test\.tsx?$/.test(path) || /(^|\/)testing\//.test(path) || /^e2e\//.test(path);
  const tables = isFixture ? [...text.matchAll(write)].map(([, table = ""]) => table) : [];
  if (isFixture && text.includes(fixture)) tables.push("clicks");
  const planted = new Set(tables.filter((table) => isDerived(table)));
  if (path in mayWrite) {
    return planted.size > 0 ? [] : [`${path}: writes no derived row: remove it from the list`];
  }
  return [...planted].map(
    (table) => `${path}: writes ${table}: use the code that derives its rows`,
  );
}

function isDerived(table: string): boolean {
  return derivedTables.includes(table.toLowerCase());
}
