import { formatExactDollars } from "@fairclick/core/amounts";
import {
  type BooksReport,
  booksReportSchema,
  type MonthReport,
  monthReportSchema,
  type Statement,
  statementEntrySchema,
  statementSchema,
  type WithdrawalTrace,
  withdrawalTraceSchema,
} from "@fairclick/core/money/ledger";
import { plainResources } from "@fairclick/core/money/operated";
import { stripeEvents } from "@fairclick/core/money/stripe-events";
import { z } from "zod";
import { defineCommand, type Noun } from "./frame/command";
import { type Api, LONG_WORK_MS, openApi } from "./frame/connection";
import { describeChecks } from "./frame/describe";
import { apiOptions, EXIT_DONE, EXIT_REFUSED, targetInput } from "./frame/failures";
import { toTable, whileWorking } from "./frame/output";
import { decideCommand, listCommand, resourceNoun } from "./frame/resource";

const verifyLedger = defineCommand({
  usage: "verify",
  summary: "check that the books are right",
  about:
    "Checks the books: every transaction sums to zero, every balance is the sum of its entries, and every click is paid once. Prints each difference with the first rows that cause it; the exit code is then 1. Needs a token with the scope ledger:read.",
  examples: ["ledger verify", "ledger verify --json | jq .clean"],
  options: apiOptions,
  input: z.object(targetInput),
  output: booksReportSchema.extend({ api: z.string() }),
  run: async (host, input) => {
    const api = openApi(host, input);
    const report = await whileWorking(host, `Checking the books of ${api.api}`, fetchReport(api));
    return { api: api.api, ...report };
  },
  text: ({ api, checks, clean }, paint) => {
    const failed = checks.filter(({ differences }) => differences.length > 0).length;
    const verdict = clean
      ? paint.good(`The books of ${api} are right: ${checks.length} checks, no difference.`)
      : paint.bad(`The books of ${api} are wrong: ${failed} of ${checks.length} checks failed.`);
    return [...describeChecks(checks, paint), "", verdict].join("\n");
  },
  exitCode: ({ clean }) => (clean ? EXIT_DONE : EXIT_REFUSED),
});

async function fetchReport(api: Api): Promise<BooksReport> {
  const { data } = await api.call((client) => client.api.admin.ledger.verify.$get(), {
    limitMs: LONG_WORK_MS,
  });
  return data;
}

const reportLedger = defineCommand({
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

const accountShape = statementSchema.shape.account.extend({
  addsUp: statementSchema.shape.addsUp,
  earlier: statementSchema.shape.earlier,
});
const lineSchema = z.union([
  z.object({ line: z.literal("account"), ...accountShape.shape }),
  z.object({ line: z.literal("opening"), balanceMicros: z.string() }),
  z.object({ line: z.literal("entry"), ...statementEntrySchema.shape }),
  z.object({ line: z.literal("closing"), balanceMicros: z.string() }),
]);
type Line = z.input<typeof lineSchema>;

const showAccount = defineCommand({
  usage: "account <account>",
  summary: "print an account's statement",
  about:
    "Prints the last entries of an account, oldest first, with the balance after each. An account is given by its number, as wallet:, earnings:, in_transit:, debt: or recoverable: with a user's id, as escrow: with a campaign's id, or as stripe_clearing: or losses: with a number from 0 to 15. The exit code is 1 if the balance is not the sum of all entries. With --json, the account, the opening balance, each entry and the closing balance are one line each, in micro-dollars. Needs a token with the scope ledger:read.",
  examples: [
    "ledger account 17",
    "ledger account earnings:01900000-0000-7000-8000-000000000001 --limit 200",
    "ledger account losses:3 --json | jq -r 'select(.line == \"entry\") | .micros'",
  ],
  options: (command) =>
    apiOptions(command)
      .option("--limit <count>", "maximum number of entries, up to 1000", "50")
      .option("--before <transaction>", "only entries before this transaction"),
  input: z.object({
    ...targetInput,
    account: z.string(),
    limit: z.string(),
    before: z.string().optional(),
  }),
  output: z.array(lineSchema),
  run: async (host, { account, limit, before, ...target }) => {
    const query = { limit, ...(before ? { before } : {}) };
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin.ledger.accounts[":account"].$get({ param: { account }, query }),
    );
    return toLines(data);
  },
  text: (lines, paint) => {
    const [account] = lines.filter((each) => each.line === "account");
    if (!account) return "";
    const { id, kind, ownerId, addsUp, earlier } = account;
    const balance = formatExactDollars(BigInt(account.balanceMicros));
    const verdict = addsUp
      ? paint.good(`The balance, ${balance}, is the sum of all its entries.`)
      : paint.bad(`The balance, ${balance}, is NOT the sum of all its entries.`);
    return [
      paint.strong(`Account ${id}: ${kind}${ownerId ? ` of ${ownerId}` : ""}`),
      "",
      ...toTable(["when", "amount", "balance", "kind", "about"], lines.flatMap(toRow)),
      "",
      ...(earlier ? [paint.faint(`For earlier entries, use --before ${earlier}`)] : []),
      verdict,
    ].join("\n");
  },
  exitCode: (lines) =>
    lines.some((each) => each.line === "account" && !each.addsUp) ? EXIT_REFUSED : EXIT_DONE,
});

function toLines({ account, addsUp, earlier, ...statement }: Statement): Line[] {
  return [
    { line: "account", ...account, addsUp, earlier },
    { line: "opening", balanceMicros: statement.openingMicros },
    ...statement.entries.map((entry) => ({ line: "entry" as const, ...entry })),
    { line: "closing", balanceMicros: statement.closingMicros },
  ];
}

function toRow(each: Line): string[][] {
  if (each.line === "account") return [];
  const balance = formatExactDollars(BigInt(each.balanceMicros));
  if (each.line !== "entry") return [["", "", balance, each.line, ""]];
  const { at, micros, kind, reference, memo, quantity, unitMicros } = each;
  const price =
    quantity && unitMicros ? `${quantity} × ${formatExactDollars(BigInt(unitMicros))}` : null;
  const about = [reference, price, memo].filter((part) => part !== null).join(", ");
  const amount = formatExactDollars(BigInt(micros));
  return [[at.slice(0, 19).replace("T", " "), amount, balance, kind, about]];
}

/** Campaigns per deposit in the text; `--json` prints all. */
const MAX_CAMPAIGNS = 5;

const traceWithdrawal = defineCommand({
  usage: "trace <withdrawal>",
  summary: "trace a withdrawal to the cards that paid for it",
  about:
    "Prints the deposits that a withdrawal's money came from, with their user and card, and the campaigns that paid the creator from each. The amounts of the deposits add up to the withdrawal. Money that covered a debt or a loss is the platform's own and has no card. Needs a token with the scope ledger:read.",
  examples: [
    "ledger trace 01900000-0000-7000-8000-0000000000ab",
    "ledger trace 01900000-0000-7000-8000-0000000000ab --json | jq -r '.lots[].deposit.username'",
  ],
  options: (command) => apiOptions(command),
  input: z.object({ ...targetInput, withdrawal: z.string() }),
  output: withdrawalTraceSchema,
  run: async (host, { withdrawal: id, ...target }) => {
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin.ledger.withdrawals[":id"].trace.$get({ param: { id } }),
    );
    return data;
  },
  text: ({ withdrawal, lots }, paint) =>
    [
      paint.strong(
        `Withdrawal ${withdrawal.id}: ${dollars(withdrawal.micros)} to ${withdrawal.username}`,
      ),
      "",
      ...toTable(["amount", "paid", "card", "developer", "state"], lots.map(toTraceRow)),
      ...lots.flatMap(describeCampaigns),
    ].join("\n"),
});

type Lot = WithdrawalTrace["lots"][number];

const proofTexts = { three_d_secure: "proved by 3-D Secure", known_card: "known card" } as const;

function toTraceRow({ micros, deposit }: Lot): string[] {
  if (!deposit) return [dollars(micros), "", "", "the platform", ""];
  const { paidAt, card, username, provedBy, disputed } = deposit;
  const state = disputed ? "disputed" : provedBy ? proofTexts[provedBy] : "not proved";
  return [
    dollars(micros),
    paidAt.slice(0, 16).replace("T", " "),
    card ?? "no card",
    username,
    state,
  ];
}

function describeCampaigns({ deposit, campaigns }: Lot): string[] {
  if (!deposit || campaigns.length === 0) return [];
  const shown = campaigns.slice(0, MAX_CAMPAIGNS);
  const more = campaigns.length - shown.length;
  return [
    "",
    `Deposit ${deposit.id} of ${dollars(deposit.micros)} paid this creator through:`,
    ...toTable(
      ["amount", "campaign"],
      shown.map(({ name, micros }) => [dollars(micros), name]),
    ),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
}

export const moneyNouns: readonly Noun[] = [
  ...plainResources.map(resourceNoun),
  {
    name: "ledger",
    summary: "check the books, print statements and the month's report",
    commands: [verifyLedger, showAccount, reportLedger, traceWithdrawal],
  },
  {
    name: "stripe",
    summary: "list and retry events from Stripe",
    commands: [listCommand(stripeEvents, "events"), decideCommand(stripeEvents)],
  },
];
