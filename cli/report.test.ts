import { join } from "node:path";
import { type MonthReport, reportMonth } from "@fairclick/core/money/ledger";
import { expect, it } from "vitest";
import { serveCanned } from "./testing/canned-api";
import { capture } from "./testing/capture";
import { makeTempFolder } from "./testing/temp-folder";

const root = makeTempFolder();
const env = {
  XDG_CONFIG_HOME: join(root, "config"),
  DATA_DIR: join(root, "data"),
  FAIRCLICK_TOKEN: "fco_ann",
};
const during = (account: string, kind: string, monthMicros: bigint) => ({
  account,
  kind,
  monthMicros,
  laterMicros: 0n,
});
const report: MonthReport = {
  month: "2026-11",
  from: "2026-11-01T00:00:00.000Z",
  to: "2026-12-01T00:00:00.000Z",
  ...reportMonth({
    balances: new Map([
      ["stripe_clearing", -48_250_000n],
      ["wallet", 50_000_000n],
      ["stripe_fees", -1_750_000n],
    ]),
    movements: [
      during("stripe_clearing", "deposit", -50_000_000n),
      during("stripe_clearing", "stripe_fee", 1_750_000n),
      during("wallet", "deposit", 50_000_000n),
      during("stripe_fees", "stripe_fee", -1_750_000n),
    ],
  }),
};
const right = serveCanned(() => Response.json({ status: "success", data: report }));
const wrong = serveCanned(() =>
  Response.json({ status: "success", data: { ...report, addsUp: false } }),
);
const ask = (url: string, ...more: string[]) =>
  capture(["ledger", "report", "--month", "2026-11", "--api", url, ...more], { env });

it("prints a table with the moves of each account, and the sums", async () => {
  const { exitCode, out } = await ask(right.url);
  expect(exitCode).toBe(0);
  expect(right.seen.at(-1)?.path).toBe("/api/admin/ledger/report");
  expect(out).toMatchInlineSnapshot(`
    "From 2026-11-01 00:00 to 2026-12-01 00:00 (UTC)

            account          opening  change  closing
    holds   stripe_clearing  $0.00    $48.25  $48.25
              deposit                 $50.00
              stripe_fee              -$1.75
    owes    wallet           $0.00    $50.00  $50.00
              deposit                 $50.00
    owes    escrow           $0.00    $0.00   $0.00
    owes    earnings         $0.00    $0.00   $0.00
    owes    in_transit       $0.00    $0.00   $0.00
    owed    debt             $0.00    $0.00   $0.00
    owes    recoverable      $0.00    $0.00   $0.00
    earned  fees             $0.00    $0.00   $0.00
    paid    stripe_fees      $0.00    $1.75   $1.75
              stripe_fee              $1.75
    paid    losses           $0.00    $0.00   $0.00

    Earned $0.00, paid $1.75: result -$1.75.
    Holds $48.25, owes $50.00, is owed $0.00.
    The report adds up to the micro-dollar.
    "
  `);
});

it("exits with 1 if the figures do not add up", async () => {
  const { exitCode, out } = await ask(wrong.url);
  expect(exitCode).toBe(1);
  expect(out).toContain("does NOT add up");
});

it("prints the report as it is with --json", async () => {
  const { out } = await ask(right.url, "--json");
  expect(JSON.parse(out)).toEqual(report);
});

it("needs a month", async () => {
  const { exitCode } = await capture(["ledger", "report", "--api", right.url], { env });
  expect(exitCode).toBe(2);
});
