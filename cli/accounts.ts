import { plainResources, users } from "@fairclick/core/accounts/operated";
import { relatedUsersSchema } from "@fairclick/core/accounts/users";
import { z } from "zod";
import { defineCommand, type Noun } from "./frame/command";
import { readData } from "./frame/connection";
import { describeFlows, describeRelated, relatedHeadings } from "./frame/describe";
import { apiOptions, targetInput } from "./frame/failures";
import { toTable } from "./frame/output";
import { decideCommand, listCommand, resourceNoun, showCommand } from "./frame/resource";

const relatedUsersCommand = defineCommand({
  usage: "related <user>",
  summary: "show the accounts that are tied to a user",
  about:
    "Shows the accounts that have something in common with a user, given by id, e-mail address or name, and those that have something in common with them: a bank account, card or payout account, a device or address where both were signed in, at least 5 paid clicks on the one's links from where the other was signed in, campaigns that pay each other's links. Then what their campaigns paid for each other's clicks. Sign-ins are known for about a day, those at a deposit for longer; addresses and devices of more than 10 people do not count. `users decide` and `clicks decide` act on several of them. Needs a token with the scope users:read.",
  examples: ["users related chris", "users related chris --json | jq -r '.accounts[].username'"],
  options: apiOptions,
  input: z.object({ ...targetInput, user: z.string() }),
  output: relatedUsersSchema,
  run: (host, { user, ...target }) =>
    readData(host, target, (client) =>
      client.api.admin.users[":user"].related.$get({ param: { user } }),
    ),
  csv: (related) =>
    describeRelated(related).map((cells) =>
      Object.fromEntries(relatedHeadings.map((heading, n) => [heading, cells[n]])),
    ),
  text: (related) =>
    [...toTable(relatedHeadings, describeRelated(related)), "", ...describeFlows(related)].join(
      "\n",
    ),
});

export const accountsNouns: readonly Noun[] = [
  {
    name: "users",
    summary: "list and suspend users",
    commands: [listCommand(users), showCommand(users), relatedUsersCommand, decideCommand(users)],
  },
  ...plainResources.map(resourceNoun),
];
