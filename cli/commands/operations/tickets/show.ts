import { ticketCategoryNames } from "@fairclick/core/operations/ticket";
import {
  type AdminTicketDetail,
  adminTicketDetailSchema,
  type TicketAccount,
} from "@fairclick/core/operations/tickets-schema";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";
import { formatFacts, formatMicros, formatMoment } from "../../../output/format";

type Fact = readonly [string, string];

export const showTicketCommand = defineCommand({
  usage: "show <ticket>",
  summary: "show a ticket beside its writer's account",
  about:
    "Shows a ticket's messages, and the state, money, holds and links of the account that wrote it. An address without an account is not proved: it may be somebody else's. Needs a token with the scope tickets:read.",
  examples: ["tickets show 01900000-0000-7000-8000-000000000001"],
  options: apiOptions,
  input: z.object({ ...targetInput, ticket: z.string() }),
  output: adminTicketDetailSchema,
  run: async (host, { ticket, ...target }) => {
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin.tickets[":id"].$get({ param: { id: ticket } }),
    );
    return data;
  },
  text: (ticket, paint) =>
    [
      formatFacts([
        ["ticket", paint.strong(ticket.id)],
        ["about", ticketCategoryNames[ticket.category]],
        ["subject", ticket.subject],
        ["state", ticket.state],
        ["since", formatMoment(ticket.waitsSince ?? ticket.openedAt)],
        ...describeWriter(ticket),
      ]),
      ...ticket.thread.map(
        ({ operator, text, at }) =>
          `${paint.strong(operator ?? "they")}  ${formatMoment(at)}\n  ${text}`,
      ),
    ].join("\n\n"),
});

function describeWriter({ account, email }: AdminTicketDetail): Fact[] {
  if (account === null) return [["from", `${email}, without an account and not proved`]];
  const { emailConfirmed, suspendedAt, suspensionReason, payoutsVerified } = account;
  return [
    ["from", `${account.username} (${account.id})`],
    ["e-mail", `${email}${emailConfirmed ? "" : ", not confirmed"}`],
    ["suspended", suspendedAt ? `${formatMoment(suspendedAt)}: ${suspensionReason ?? ""}` : "no"],
    ["payouts", payoutsVerified ? "set up" : "not set up"],
    ...describeMoney(account),
    ["campaigns", String(account.campaigns)],
    ["links", `${account.links}${account.links > 0 ? `, ${describeLinks(account)}` : ""}`],
  ];
}

function describeMoney(account: TicketAccount): Fact[] {
  const { walletMicros, earningsMicros, inTransitMicros, debtMicros } = account;
  const { heldWithdrawals, heldRefunds, findings } = account;
  return [
    ["wallet", formatMicros(walletMicros)],
    ["earnings", formatMicros(earningsMicros)],
    ["in transit", formatMicros(inTransitMicros)],
    ...(debtMicros === "0" ? [] : [["owes", formatMicros(debtMicros)] as const]),
    [
      "held",
      `withdrawals ${heldWithdrawals}, refunds ${heldRefunds}, links with open findings ${findings}`,
    ],
  ];
}

function describeLinks({ newestLinks }: TicketAccount): string {
  return newestLinks
    .map(({ code, campaign, disabledBy }) => {
      const stopped = disabledBy === null ? "" : `, stopped by ${disabledBy}`;
      return `${code} (${campaign}${stopped})`;
    })
    .join(", ");
}
