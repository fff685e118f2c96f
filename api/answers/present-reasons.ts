import type { ReasonCountRow } from "@fairclick/sql/click-counts";

export function presentReasons(rows: ReasonCountRow[]) {
  return rows
    .filter((row) => row.reason !== "")
    .map((row) => ({ verdict: row.verdict, category: row.reason, clicks: Number(row.clicks) }));
}
