/**
 * Tables of `schema.sql` with rows that follow from others: counters, sums, verdicts and proofs. Only the
 * code that derives them writes them; a test that writes such a row by hand passes although that code
 * writes another one, or none (dev/boundaries/planted-rows.ts).
 */
export const derivedTables = [
  "books_proofs",
  "campaign_join_rates",
  "click_days",
  "click_decisions",
  "click_quarters",
  "clicks",
  "conversion_counts",
  "conversion_quarters",
  "held_claims",
  "impression_quarters",
  "judged_up_to",
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
  "settlements",
  "suspects",
] as const;
