import type { BooksReport } from "@fairclick/core/money/ledger";
import type { Paint } from "./paint";

/** Returns one line per check, followed by the rows that contradict it. */
export function describeChecks(checks: BooksReport["checks"], paint: Paint): string[] {
  return checks.flatMap(({ claim, differences }) => [
    `${differences.length === 0 ? paint.good("ok  ") : paint.bad("FAIL")}  ${claim}`,
    ...differences.map((row) => `        ${paint.faint(describeRow(row))}`),
  ]);
}

function describeRow(row: Record<string, string | number | null>): string {
  return Object.entries(row)
    .map(([name, value]) => `${name}=${value ?? "none"}`)
    .join("  ");
}
