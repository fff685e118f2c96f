import { ticketCategoryNames, ticketStates } from "@fairclick/core/operations/ticket";
import { type AdminTicket, adminTicketSchema } from "@fairclick/core/operations/tickets-schema";
import { Option } from "commander";
import { z } from "zod";
import { listInput, listOptions } from "../../../connection/list-options";
import { openApi } from "../../../connection/open-api";
import { readPages } from "../../../connection/read-pages";
import { defineCommand } from "../../../define-command";
import { formatMoment } from "../../../output/format";
import type { Paint } from "../../../output/paint";

export const listTicketsCommand = defineCommand({
  usage: "list",
  summary: "list what people wrote to the operators",
  about:
    "Lists tickets: those that wait for an answer oldest first, others newest first. Needs a token with the scope tickets:read.",
  examples: ["tickets list", "tickets list --state closed --json | jq -r .subject"],
  options: (command) =>
    listOptions(command).addOption(
      new Option("--state <state>", "only tickets in this state")
        .choices(ticketStates)
        .default("waiting"),
    ),
  input: z.object({ ...listInput, state: z.enum(ticketStates) }),
  output: z.array(adminTicketSchema),
  run: (host, { state, limit, ...target }) => {
    const api = openApi(host, target);
    return readPages(host, limit, (page) =>
      api.call((client) => client.api.admin.tickets.$get({ query: { state, ...page } })),
    );
  },
  text: (tickets, paint) => {
    if (tickets.length === 0) return paint.good("None found.");
    return tickets.map((each) => describeTicket(each, paint)).join("\n\n");
  },
});

function describeTicket(ticket: AdminTicket, paint: Paint): string {
  const { id, username, email, category, subject, openedAt, waitsSince, messages } = ticket;
  const since = waitsSince === null ? ticket.state : `waits since ${formatMoment(waitsSince)}`;
  return [
    `${paint.strong(id)}  ${formatMoment(openedAt)}  ${username ?? `${email}, no account`}`,
    `  ${subject}`,
    `  ${ticketCategoryNames[category]}; messages: ${messages}; ${since}`,
  ].join("\n");
}
