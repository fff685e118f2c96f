import { formatExactDollars } from "@fairclick/core/amounts";
import {
  type BooksReport,
  booksReportSchema,
  type WithdrawalTrace,
  withdrawalTraceSchema,
} from "@fairclick/core/money/ledger";
import { plainResources, stripeEvents } from "@fairclick/core/money/operated";
import { z } from "zod";
import { defineCommand, type Noun } from "./frame/command";
import { type Api, LONG_WORK_MS, openApi, readData } from "./frame/connection";
import { describeChecks } from "./frame/describe";
import { apiOptions, EXIT_DONE, EXIT_REFUSED, targetInput } from "./frame/failures";
import { toTable, whileWorking } from "./frame/output";
import { decideCommand, listCommand, resourceNoun } from "./frame/resource";

const verifyLedger = defineCommand({
  usage: "verify",
  summary: "check that the books are right",
  about:
    "Checks the books as the hourly job does: every transaction sums to zero, every balance is the sum of its entries, and every click is paid once. A day is proved once it is over, and then sealed; of sealed days this reads the sums and that their chain is unbroken. With --all, every click, entry and counter of the dashboards is read again, which also finds what somebody with the database's own login has changed in a sealed day: run it after a restore, or on a suspicion. It takes about a minute for two million clicks. Prints each difference with the first rows that cause it; the exit code is then 1. Needs a token with the scope ledger:read.",
  examples: ["ledger verify", "ledger verify --all", "ledger verify --json | jq .clean"],
  options: (command) =>
    apiOptions(
      command.option(
        "--all",
        "read every click, entry and counter again, those of sealed days too",
      ),
    ),
  input: z.object({ ...targetInput, all: z.boolean().default(false) }),
  output: booksReportSchema.extend({ api: z.string() }),
  run: async (host, input) => {
    const api = openApi(host, input);
    const report = await whileWorking(
      host,
      `Checking the books of ${api.api}`,
      fetchReport(api, input.all),
    );
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

async function fetchReport(api: Api, all: boolean): Promise<BooksReport> {
  const query = all ? { all: "true" } : {};
  const { data } = await api.call((client) => client.api.admin.ledger.verify.$get({ query }), {
    limitMs: LONG_WORK_MS,
  });
  return data;
}

function dollars(micros: string): string {
  return formatExactDollars(BigInt(micros));
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
  run: (host, { withdrawal: id, ...target }) =>
    readData(host, target, (client) =>
      client.api.admin.ledger.withdrawals[":id"].trace.$get({ param: { id } }),
    ),
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
    summary: "check the books, and trace a withdrawal to its deposits",
    commands: [verifyLedger, traceWithdrawal],
  },
  {
    name: "stripe",
    summary: "list and retry events from Stripe",
    commands: [listCommand(stripeEvents, "events"), decideCommand(stripeEvents)],
  },
];
