import {
  describeChannel,
  type OperatedChannel,
  operatedChannelSchema,
} from "@fairclick/core/accounts/channels";
import { finishedRecoverySchema } from "@fairclick/core/accounts/factors";
import {
  type AdminUser,
  adminUserDetailsSchema,
  adminUserSchema,
  relatedUsersSchema,
  resetLinkSchema,
} from "@fairclick/core/accounts/users";
import { AppError } from "@fairclick/core/errors";
import { z } from "zod";
import { defineActs } from "./frame/change";
import { defineCommand, listInput, listOptions, type Noun } from "./frame/command";
import { openApi, readPages } from "./frame/connection";
import { apiOptions, targetInput } from "./frame/exit-codes";
import { drawRelated, toDot } from "./frame/figures";
import { formatFacts, formatMicros, formatMoment, toTable } from "./frame/output";

const birthOptions = { month: z.string().optional() };

const decideUserCommand = defineActs({
  usage: "<user>",
  summary: "suspend, restore, pardon or recover a user, correct a month of birth",
  about:
    "A user is given by id, e-mail address or name. Needs a token with the scope users:write, or users:recover for recoveries.",
  examples: [
    'users decide suspend ann@example.com --reason "Bought clicks."',
    'users decide set-birth ann@example.com --month 2001-07 --reason "Mail of 3 May: passport shown."',
  ],
  options: (command) =>
    command.option("--month <year-month>", "year and month of birth, such as 2001-07"),
  optionsInput: birthOptions,
  acts: {
    suspend: {
      about:
        "At once, their links and the links of their campaigns answer 410, their withdrawals are not sent, and they can read everything but change nothing. They keep their money, and earlier clicks are still judged and paid. The user sees the reason.",
      explain:
        "Stops: their links and the links of their campaigns (410), their withdrawals, and every change that they make.\nGoes on: earlier clicks are judged and paid, the money stays theirs, they can read everything.",
      send: ({ api }, user, json) =>
        api.admin.users[":user"][":act"].$post({ param: { user, act: "suspend" }, json }),
    },
    restore: {
      about: "Ends a suspension: links work again, and waiting withdrawals are sent.",
      explain: "Their links work again, and waiting withdrawals are sent.",
      send: ({ api }, user, json) =>
        api.admin.users[":user"][":act"].$post({ param: { user, act: "restore" }, json }),
    },
    "pardon-disputes": {
      about:
        "Forgives the disputes of a user until now. Two that are open or lost within 180 days close an account to new campaigns; later ones count again. A debt stays.",
      send: ({ api }, user, json) =>
        api.admin.users[":user"][":act"].$post({ param: { user, act: "pardon-disputes" }, json }),
    },
    recover: {
      about:
        "Starts the recovery of an account whose owner lost every way to sign in. Make sure first that the person who asks is the owner. The user is notified and can cancel it for 72 hours: by the link of the mail, in the app, or by signing in. Afterwards the second factors and the password are removed, everybody is signed out, and a link for a new password is mailed; withdrawals and refunds rest for 72 more hours.",
      send: ({ api }, user, json) => api.admin.recoveries[":user"].$post({ param: { user }, json }),
    },
    "cancel-recovery": {
      about: "Cancels a recovery in its waiting period.",
      send: ({ api }, user, json) =>
        api.admin.recoveries[":user"].cancel.$post({ param: { user }, json }),
    },
    "set-birth": {
      about:
        "Corrects the month of birth (--month), which users enter once and cannot change. Below 13 years the account can do nothing with campaigns or money; below 18 nothing is paid out.",
      send: ({ api }, user, json, given) => {
        const { month } = z.object(birthOptions).parse(given);
        if (month === undefined) throw new AppError("validation", "Give --month, such as 2001-07.");
        return api.admin.users[":user"]["set-birth"].$post({
          param: { user },
          json: { ...json, birthMonth: month },
        });
      },
    },
  },
});

const readChannel = ({ channel }: Record<string, unknown>) => z.string().parse(channel);

const decideChannelCommand = defineActs({
  usage: "<user> <channel>",
  summary: "verify a channel of a user, or take its mark away",
  about:
    "A user is given by id, e-mail address or name, a channel by its address, such as youtube.com/@ann. Needs a token with the scope users:write.",
  examples: ['creators decide verify ann x.com/ann --reason "She sent the code from the channel."'],
  optionsInput: { channel: z.string() },
  acts: {
    verify: {
      about:
        "Marks a channel as a user's, for channels whose description Fairclick cannot read. Another account that has the mark loses it, and both are notified.",
      send: ({ api }, user, json, given) =>
        api.admin.creators[":user"][":act"].$post({
          param: { user, act: "verify" },
          json: { ...json, channel: readChannel(given) },
        }),
    },
    revoke: {
      about:
        "Takes the mark of a channel away: only an operator can verify it for this user again. The user keeps the campaigns that they joined, and sees the reason.",
      send: ({ api }, user, json, given) =>
        api.admin.creators[":user"][":act"].$post({
          param: { user, act: "revoke" },
          json: { ...json, channel: readChannel(given) },
        }),
    },
  },
});

const listCreatorsCommand = defineCommand({
  usage: "list",
  summary: "list creators' channels",
  about:
    "Lists the channels that creators have added and that are not verified, with what the last check found, or with --verified those that are. Newest first. Needs a token with the scope users:read.",
  examples: ["creators list", "creators list --verified --json | jq -r .url"],
  options: (command) =>
    listOptions(command)
      .option("--verified", "only verified channels")
      .option("--user <user>", "only channels of this user"),
  input: z.object({
    ...listInput,
    verified: z.boolean().default(false),
    user: z.string().optional(),
  }),
  output: z.array(operatedChannelSchema),
  run: (host, { verified, user, limit, ...target }) => {
    const api = openApi(host, target);
    const filter = { verified: String(verified), ...(user ? { user } : {}) };
    return readPages(host, limit, (page) =>
      api.call((client) => client.api.admin.creators.$get({ query: { ...filter, ...page } })),
    );
  },
  text: (channels, paint) => {
    if (channels.length === 0) return paint.faint("None found.");
    const rows = channels.map((channel) => [
      formatMoment(channel.createdAt),
      channel.user,
      describeChannel(channel),
      channel.code,
      describeState(channel),
    ]);
    return toTable(["added", "user", "channel", "code", "state"], rows).join("\n");
  },
});

function describeState({ verifiedAt, verifiedBy, revokedAt, problem }: OperatedChannel) {
  if (revokedAt) return `revoked ${formatMoment(revokedAt)}`;
  if (verifiedAt) return `verified by ${verifiedBy} ${formatMoment(verifiedAt)}`;
  return problem ?? "not checked yet";
}

const listUsersCommand = defineCommand({
  usage: "list",
  summary: "list users with their balances",
  about: "Lists users with their balances, newest first. Needs a token with the scope users:read.",
  examples: ["users list --search ann", "users list --suspended --json | jq -r .email"],
  options: (command) =>
    listOptions(command)
      .option("--search <text>", "only users whose name or e-mail address contains this text")
      .option("--suspended", "only suspended users"),
  input: z.object({
    ...listInput,
    search: z.string().optional(),
    suspended: z.boolean().default(false),
  }),
  output: z.array(adminUserSchema),
  run: (host, { search, suspended, limit, ...target }) => {
    const api = openApi(host, target);
    const filter = { ...(search ? { search } : {}), suspended: String(suspended) };
    return readPages(host, limit, (page) =>
      api.call((client) => client.api.admin.users.$get({ query: { ...filter, ...page } })),
    );
  },
  text: (users, paint) => {
    if (users.length === 0) return paint.faint("None found.");
    const rows = users.map((user) => [
      user.id,
      formatMoment(user.createdAt),
      user.username,
      user.email,
      formatMicros(user.walletMicros),
      formatMicros(user.earningsMicros),
      String(user.campaigns),
      String(user.links),
      describeUserState(user),
    ]);
    const headings = ["user", "since", "name", "e-mail", "wallet", "earnings"];
    return toTable([...headings, "campaigns", "links", "state"], rows).join("\n");
  },
});

function describeUserState({ suspendedAt, suspensionReason }: AdminUser): string {
  return suspendedAt ? `suspended: ${suspensionReason ?? ""}` : "active";
}

const showUserCommand = defineCommand({
  usage: "show <user>",
  summary: "show one user",
  about:
    "Shows one user, given by id, e-mail address or name. Needs a token with the scope users:read.",
  examples: ["users show ann@example.com", "users show ann --json | jq -r .earningsMicros"],
  options: apiOptions,
  input: z.object({ ...targetInput, user: z.string() }),
  output: adminUserDetailsSchema,
  run: async (host, { user, ...target }) => {
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin.users[":user"].$get({ param: { user } }),
    );
    return data;
  },
  text: (user, paint) =>
    formatFacts([
      ["user", `${paint.strong(user.username)} (${user.id})`],
      ["e-mail", user.email],
      ["since", formatMoment(user.createdAt)],
      [
        "suspended",
        user.suspendedAt
          ? `${formatMoment(user.suspendedAt)}: ${user.suspensionReason ?? ""}`
          : "no",
      ],
      ...(user.deletedAt ? [["deleted", formatMoment(user.deletedAt)] as const] : []),
      ["born", user.birthMonth ?? "unknown"],
      ...(user.guardianConfirmedAt
        ? [["guardian", `confirmed on ${formatMoment(user.guardianConfirmedAt)}`] as const]
        : []),
      ["payouts", user.payoutsVerified ? "set up" : "not set up"],
      ["wallet", formatMicros(user.walletMicros)],
      ["earnings", formatMicros(user.earningsMicros)],
      ["in transit", formatMicros(user.inTransitMicros)],
      ...(user.debtMicros === "0" ? [] : [["owes", formatMicros(user.debtMicros)] as const]),
      ["campaigns", String(user.campaigns)],
      ["links", String(user.links)],
    ]),
});

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
        client.api.admin.recoveries[":user"].finish.$post(request),
      );
      return finished.data;
    }
    const made = await api.call((client) =>
      client.api.admin.users[":user"]["reset-link"].$post(request),
    );
    return { link: resetLinkSchema.parse(made.data) };
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
      listUsersCommand,
      showUserCommand,
      relatedUsersCommand,
      decideUserCommand,
      resetLinkCommand,
    ],
  },
  {
    name: "creators",
    summary: "list and verify creators' channels",
    commands: [listCreatorsCommand, decideChannelCommand],
  },
];
