import { finishedRecoverySchema } from "@fairclick/core/accounts/factors";
import { plainResources, users } from "@fairclick/core/accounts/operated";
import { relatedUsersSchema, resetLinkSchema } from "@fairclick/core/accounts/users";
import { formatMoment } from "@fairclick/core/resource";
import { pickJson } from "@fairclick/core/schemas";
import { z } from "zod";
import { defineCommand, type Noun } from "./frame/command";
import { openApi } from "./frame/connection";
import { apiOptions, targetInput } from "./frame/failures";
import { drawRelated, toDot } from "./frame/figures";
import { decideCommand, listCommand, resourceNoun, showCommand } from "./frame/resource";

const relatedUsersCommand = defineCommand({
  usage: "related <user>",
  summary: "show the accounts that are tied to a user",
  about:
    "Shows the accounts that have something in common with a user, given by id, e-mail address or name, and those that have something in common with them: a bank account, card or payout account, a device or address where both were signed in, at least 5 paid clicks on the one's links from where the other was signed in, campaigns that pay each other's links. Then what their campaigns paid for each other's clicks. Sign-ins are known for about a day, those at a deposit for longer; addresses and devices of more than 10 people do not count. Needs a token with the scope users:read.",
  examples: ["users related chris", "users related chris --dot | dot -Tsvg > ring.svg"],
  options: (command) => apiOptions(command).option("--dot", "print a graph in the language DOT"),
  input: z.object({ ...targetInput, user: z.string(), dot: z.boolean().default(false) }),
  output: relatedUsersSchema.extend({ format: z.enum(["tree", "dot"]) }),
  run: async (host, { user, dot, ...target }) => {
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin.users[":user"].related.$get({ param: { user } }),
    );
    return { ...data, format: dot ? ("dot" as const) : ("tree" as const) };
  },
  text: ({ format, ...related }) =>
    format === "dot" ? toDot(related) : drawRelated(related).join("\n"),
});

const resetLinkCommand = defineCommand({
  usage: "reset-link <user>",
  summary: "make a link that sets a new password, or finish a recovery",
  about:
    'Prints a link that lets a user choose a new password. It works once, within an hour. It is for users who forgot theirs, on servers without mail. Where the server sends mail, it is refused: the user chooses "Forgot password" there. For 72 hours, no money leaves the account. Make sure first that the person who asks is the account\'s owner. The user is notified that you made it, and the audit log names you; neither holds the link.\n\nWith --recovery, finishes a recovery whose waiting period is over: removes the second factors and the password of the account, ends all its sessions, and mails a link that sets a new password. Without a mail server, prints the link instead; with one, the worker finishes recoveries by itself.\n\nA user is given by id, e-mail address or name. Needs a token with the scope users:recover.',
  examples: [
    'users reset-link ann@example.com --reason "Called from her number on file."',
    'users reset-link ann@example.com --recovery --reason "The waiting period is over."',
  ],
  options: (command) =>
    apiOptions(command)
      .option("--recovery", "finish the recovery that `users decide recover` started")
      .requiredOption("--reason <text>", "reason for the audit log"),
  input: z.object({
    ...targetInput,
    user: z.string(),
    recovery: z.boolean().default(false),
    reason: z.string(),
  }),
  output: finishedRecoverySchema,
  run: async (host, { user, recovery, reason, ...target }) => {
    const api = openApi(host, target);
    const request = { param: { user }, json: { reason } };
    if (recovery) {
      const finished = await api.call((client) =>
        client.api.admin.users[":user"]["finish-recovery"].$post(request),
      );
      return finished.data;
    }
    const made = await api.call((client) =>
      client.api.admin.users[":user"]["reset-link"].$post(request),
    );
    return { link: pickJson(resetLinkSchema, made.data) };
  },
  text: ({ link }) =>
    link === null
      ? "Recovered. A link for a new password is mailed to the user."
      : `${link.url}\nWorks once, until ${formatMoment(link.expiresAt)}.`,
});

export const accountsNouns: readonly Noun[] = [
  {
    name: "users",
    summary: "list and suspend users",
    commands: [
      listCommand(users),
      showCommand(users),
      relatedUsersCommand,
      decideCommand(users),
      resetLinkCommand,
    ],
  },
  ...plainResources.map(resourceNoun),
];
