import { formatExactDollars } from "@fairclick/core/amounts";
import { type MonthReport, monthReportSchema } from "@fairclick/core/money/ledger";
import { z } from "zod";
import { LONG_WORK_MS, openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";
import { EXIT_DONE, EXIT_REFUSED } from "../../../exit-codes";
import { toTable } from "../../../output/table";
import { whileWorking } from "../../../output/while-working";

export const reportLedger = defineCommand({
  usage: "report",
  summary: "print what the business earned, paid, owes and holds in a month",
  about:
    "Prints a month of the business by the ledger, in UTC: what it earned (fees), what it paid (Stripe's fees, losses to refunds and disputes), what it owes to users (wallets, escrows, earnings, money in transit), what users owe to it (debts), and what Stripe holds for it, at the beginning and at the end, with the change by kind of transaction. Stripe's fees are posted when Stripe is reconciled, once a day, and count in the month in which they are posted. Money that the operator adds or takes out at Stripe is not in the books. The exit code is 1 if the figures do not add up. With --json, amounts are in micro-dollars. Needs a token with the scope ledger:read.",
  examples: [
    "ledger report --month 2026-11",
    "ledger report --month 2026-11 --json | jq -r .resultMicros",
  ],
  options: (command) =>
    apiOptions(command).requiredOption("--month <YYYY-MM>", "the month, such as 2026-11"),
  input: z.object({ ...targetInput, month: z.string() }),
  output: monthReportSchema,
  run: async (host, { month, ...target }) => {
    const api = openApi(host, target);
    const answer = api.call((client) => client.api.admin.ledger.report.$get({ query: { month } }), {
      limitMs: LONG_WORK_MS,
    });
    return (await whileWorking(host, `Adding up the month at ${api.api}`, answer)).data;
  },
  text: (report, paint) => {
    const { closing, earnedMicros, paidMicros, resultMicros, addsUp } = report;
    return [
      paint.strong(`From ${day(report.from)} to ${day(report.to)} (UTC)`),
      "",
      ...toTable(["", "account", "opening", "change", "closing"], toRows(report)),
      "",
      `Earned ${dollars(earnedMicros)}, paid ${dollars(paidMicros)}: result ${dollars(resultMicros)}.`,
      `Holds ${dollars(closing.holdsMicros)}, owes ${dollars(closing.owesMicros)}, is owed ${dollars(closing.owedMicros)}.`,
      addsUp
        ? paint.good("The report adds up to the micro-dollar.")
        : paint.bad("The report does NOT add up. Run fairclick ledger verify."),
    ].join("\n");
  },
  exitCode: ({ addsUp }) => (addsUp ? EXIT_DONE : EXIT_REFUSED),
});

function toRows({ accounts }: MonthReport): string[][] {
  return accounts.flatMap(({ account, group, openingMicros, moves, closingMicros }) => {
    const change = BigInt(closingMicros) - BigInt(openingMicros);
    const sum = [dollars(openingMicros), dollars(`${change}`), dollars(closingMicros)];
    return [
      [group, account, ...sum],
      ...moves.map(({ kind, micros }) => ["", `  ${kind}`, "", dollars(micros), ""]),
    ];
  });
}

function dollars(micros: string): string {
  return formatExactDollars(BigInt(micros));
}

function day(time: string): string {
  return time.slice(0, 16).replace("T", " ");
}
