import { z } from "zod";
import { defineChange } from "../../../define-change";

const scope = "Needs a token with the scope tickets:write.";
const optionsInput = { text: z.string() };
const optionsSchema = z.object(optionsInput);

export const answerTicketCommand = defineChange({
  usage: "answer <ticket>",
  summary: "answer a ticket",
  about: `Answers a ticket. A user reads the answer in the app and can reply; somebody without an account gets it by mail. The reason stays in the audit log. ${scope}`,
  examples: [
    'tickets answer 01900000-0000-7000-8000-000000000001 --text "Your bank returned it; please check its number." --reason "Stripe: account closed"',
    'tickets answer 01900000-0000-7000-8000-000000000001 --text "$(cat answer.txt)" --reason "standard answer"',
  ],
  options: (command) => command.requiredOption("--text <text>", "what its writer reads"),
  optionsInput,
  send: (client, id, json, given) =>
    client.api.admin.tickets[":id"].answer.$post({
      param: { id },
      json: { ...json, ...optionsSchema.parse(given) },
    }),
});

export const closeTicketCommand = defineChange({
  usage: "close <ticket>",
  summary: "close a ticket",
  about: `Closes a ticket: its writer can no longer reply. Notifies nobody. ${scope}`,
  examples: ['tickets close 01900000-0000-7000-8000-000000000001 --reason "Solved."'],
  send: (client, id, json) => client.api.admin.tickets[":id"].close.$post({ param: { id }, json }),
});

export const reopenTicketCommand = defineChange({
  usage: "reopen <ticket>",
  summary: "reopen a closed ticket",
  about: `Reopens a closed ticket: it waits for an operator again. ${scope}`,
  examples: ['tickets reopen 01900000-0000-7000-8000-000000000001 --reason "Closed by mistake."'],
  send: (client, id, json) => client.api.admin.tickets[":id"].reopen.$post({ param: { id }, json }),
});
