import { plainResources, users } from "@fairclick/core/accounts/operated";
import { MAX_ACCOUNTS_PER_DAY, relatedUsersSchema } from "@fairclick/core/accounts/users";
import { reversalCategories } from "@fairclick/core/clicks/decisions";
import { groupActNames, MAX_MEMBERS } from "@fairclick/core/operations/attacks";
import { Option } from "commander";
import { z } from "zod";
import { defineChange } from "./frame/change";
import { defineCommand, type Noun } from "./frame/command";
import { openApi } from "./frame/connection";
import { apiOptions, targetInput } from "./frame/failures";
import { momentOption, toTable } from "./frame/output";
import { describeFlows, describeRelated, relatedHeadings } from "./frame/related";
import { decideCommand, listCommand, resourceNoun, showCommand } from "./frame/resource";

const relatedUsersCommand = defineCommand({
  usage: "related <user>",
  summary: "show the accounts that are tied to a user",
  about:
    "Shows the accounts that have something in common with a user, given by id, e-mail address or name, and those that have something in common with them: a bank account, card or payout account, a device or address where both were signed in, at least 5 paid clicks on the one's links from where the other was signed in, campaigns that pay each other's links. Then what their campaigns paid for each other's clicks. Sign-ins are known for about a day, those at a deposit for longer; addresses and devices of more than 10 people do not count. `users act` acts on several of them. Needs a token with the scope users:read.",
  examples: ["users related chris", "users related chris --json | jq -r '.accounts[].username'"],
  options: apiOptions,
  input: z.object({ ...targetInput, user: z.string() }),
  output: relatedUsersSchema,
  run: async (host, { user, ...target }) => {
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin.users[":user"].related.$get({ param: { user } }),
    );
    return data;
  },
  csv: (related) =>
    describeRelated(related).map((cells) =>
      Object.fromEntries(relatedHeadings.map((heading, n) => [heading, cells[n]])),
    ),
  text: (related) =>
    [...toTable(relatedHeadings, describeRelated(related)), "", ...describeFlows(related)].join(
      "\n",
    ),
});

const flags = z.boolean().default(false);
const groupInput = {
  users: z.array(z.string()),
  ...{ hold: flags, reverse: flags, stop: flags, suspend: flags, related: flags },
  category: z.enum(reversalCategories).optional(),
  network: z.array(z.string()).default([]),
  from: momentOption.optional(),
  to: momentOption.optional(),
  case: z.string().optional(),
  undo: z.string().optional(),
};
const groupSchema = z.object(groupInput);

const actCommand = defineChange({
  usage: "act [users...]",
  subject: "",
  summary: "act on several accounts at once, as one case",
  about: `Does the same to up to ${MAX_MEMBERS} accounts, given by id, e-mail address or name: --hold holds their withdrawals, --stop disables their live links, --suspend suspends them, in one step for all; then --reverse takes back what their clicks were paid, since --from and before --to. Options can be combined. What is so already stays as it is. --related adds the accounts that \`users related\` shows; with --yes it needs --seen.\n\nThe accounts and the act belong to a case of the kind attack: --case, the open one of the same accounts, or a new one, with the reason as its note. Without an act, only the case is opened. \`todo\` then lists the case in place of what waits for its accounts. --undo undoes an act: accounts that were suspended, links that were disabled and withdrawals that were held before it stay so, and reversed clicks are paid again as far as the budgets allow.\n\nWhat one operator can take back (REVERSAL_LIMIT_DOLLARS), and the accounts that one operator can act on (${MAX_ACCOUNTS_PER_DAY}), are limited within 24 hours. Needs a token with the scope users:write; --stop needs links:write and --reverse clicks:decide.`,
  examples: [
    'users act ann bob eve --hold --reverse --stop --suspend --reason "One laptop, one bank account."',
    'users act ann --related --hold --reason "They share a bank account." --dry-run',
    'users act --undo 01900000-0000-7000-8000-000000000001 --reason "A school."',
  ],
  isLong: true,
  options: (command) =>
    command
      .option("--hold", "hold their withdrawals")
      .option("--reverse", "reverse their paid clicks")
      .option("--stop", "disable their live links")
      .option("--suspend", "suspend them")
      .option("--related", "also the accounts that are related to them")
      .addOption(
        new Option(
          "--category <category>",
          "why clicks are reversed: their creators see it",
        ).choices(reversalCategories),
      )
      .option("--from <time>", "reverse clicks from this time on, such as 30d or 2026-01-31")
      .option("--to <time>", "reverse clicks before this time")
      .option(
        "--network <ranges...>",
        "networks that belong to the case: their held clicks are part of it",
      )
      .option("--case <id>", "the attack that this belongs to; without users, all its accounts")
      .option("--undo <act>", "undo this act"),
  optionsInput: groupInput,
  send: (client, _, json, given) => {
    const { hold, reverse, stop, suspend, network: networks, ...input } = groupSchema.parse(given);
    const chosen = { hold, reverse, stop, suspend };
    const acts = groupActNames.filter((act) => chosen[act]);
    return client.api.admin.users.act.$post({ json: { ...json, ...input, networks, acts } });
  },
});

export const accountsNouns: readonly Noun[] = [
  {
    name: "users",
    summary: "list and suspend users",
    commands: [
      listCommand(users),
      showCommand(users),
      relatedUsersCommand,
      actCommand,
      decideCommand(users),
    ],
  },
  ...plainResources.map(resourceNoun),
];
