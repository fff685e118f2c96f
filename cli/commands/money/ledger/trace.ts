import { formatExactDollars } from "@fairclick/core/amounts";
import { type WithdrawalTrace, withdrawalTraceSchema } from "@fairclick/core/money/ledger";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";
import { toTable } from "../../../output/table";

/** Campaigns per deposit in the text; `--json` prints all. */
const MAX_CAMPAIGNS = 5;

export const traceWithdrawal = defineCommand({
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
      ...toTable(["amount", "paid", "card", "developer", "state"], lots.map(toRow)),
      ...lots.flatMap(describeCampaigns),
    ].join("\n"),
});

type Lot = WithdrawalTrace["lots"][number];

const proofTexts = { three_d_secure: "proved by 3-D Secure", known_card: "known card" } as const;

function toRow({ micros, deposit }: Lot): string[] {
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

function dollars(micros: string): string {
  return formatExactDollars(BigInt(micros));
}
