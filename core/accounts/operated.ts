import { z } from "zod";
import { type Cells, defineResource, formatMicros, formatMoment } from "../resource";
import {
  microsSchema,
  onlySchema,
  pageQuerySchema,
  searchSchema,
  timeSchema,
  userNameSchema,
} from "../schemas";
import { channelAddressSchema, describeChannel, verifiedChannelSchema } from "./channels";

const userSchema = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  createdAt: timeSchema,
  suspendedAt: timeSchema.nullable(),
  suspensionReason: z.string().nullable(),
  deletedAt: timeSchema.nullable(),
  payoutsVerified: z.boolean(),
  walletMicros: microsSchema,
  earningsMicros: microsSchema,
  inTransitMicros: microsSchema,
  /** Debt for reversed clicks. */
  debtMicros: microsSchema,
  /** Number of launched campaigns; `links` is the number of links. */
  campaigns: z.int(),
  links: z.int(),
});

const userDetailsSchema = userSchema.extend({
  isMinor: z.boolean(),
  /** When a user under 18 confirmed that the payout account is a guardian's; null if not. */
  guardianConfirmedAt: timeSchema.nullable(),
});

export const users = defineResource({
  path: "users",
  one: "user",
  key: "user",
  keySchema: userNameSchema,
  list: {
    scope: "users:read",
    summary: "list users with their balances",
    about: "Lists users with their balances, newest first.",
    examples: ["users list --search ann", "users list --suspended --json | jq -r .email"],
    query: pageQuerySchema.extend({ search: searchSchema, suspended: onlySchema }),
    options: {
      "--search <text>": "only users whose name or e-mail address contains this text",
      "--suspended": "only suspended users",
    },
    row: userSchema,
    columns: {
      user: "id",
      since: "createdAt",
      name: "username",
      "e-mail": "email",
      wallet: "walletMicros",
      earnings: "earningsMicros",
      campaigns: "campaigns",
      links: "links",
      state: ({ suspendedAt, suspensionReason }) =>
        suspendedAt ? `suspended: ${suspensionReason ?? ""}` : "active",
    } satisfies Cells<z.input<typeof userSchema>>,
  },
  show: {
    scope: "users:read",
    summary: "show one user",
    about: "Shows one user, given by id, e-mail address or name.",
    examples: ["users show ann@example.com", "users show ann --json | jq -r .earningsMicros"],
    item: userDetailsSchema,
    facts: {
      user: ({ username, id }, { strong }) => `${strong(username)} (${id})`,
      "e-mail": "email",
      since: "createdAt",
      suspended: ({ suspendedAt, suspensionReason }) =>
        suspendedAt ? `${formatMoment(suspendedAt)}: ${suspensionReason ?? ""}` : "no",
      deleted: ({ deletedAt }) => deletedAt && formatMoment(deletedAt),
      "under 18": ({ isMinor }) => (isMinor ? "yes" : "no"),
      guardian: ({ guardianConfirmedAt: at }) => at && `confirmed on ${formatMoment(at)}`,
      payouts: ({ payoutsVerified }) => (payoutsVerified ? "set up" : "not set up"),
      wallet: "walletMicros",
      earnings: "earningsMicros",
      "in transit": "inTransitMicros",
      owes: ({ debtMicros }) => (debtMicros === "0" ? null : formatMicros(debtMicros)),
      campaigns: "campaigns",
      links: "links",
    } satisfies Cells<z.input<typeof userDetailsSchema>>,
  },
  decide: {
    scope: "users:write",
    summary: "suspend, restore, pardon or recover a user",
    about: "A user is given by id, e-mail address or name.",
    examples: ['users decide suspend ann@example.com --reason "Bought clicks."'],
    acts: {
      suspend: {
        about:
          "At once, their links and the links of their campaigns answer 410, their withdrawals are not sent, and they can read everything but change nothing. They keep their money, and earlier clicks are still judged and paid. The user sees the reason.",
        explain:
          "Stops: their links and the links of their campaigns (410), their withdrawals, and every change that they make.\nGoes on: earlier clicks are judged and paid, the money stays theirs, they can read everything.",
      },
      restore: {
        about: "Ends a suspension: links work again, and waiting withdrawals are sent.",
        explain: "Their links work again, and waiting withdrawals are sent.",
      },
      "pardon-disputes": {
        about:
          "Forgives the disputes of a user until now. Two that are open or lost within 180 days close an account to new campaigns; later ones count again. A debt stays.",
      },
      recover: {
        scope: "users:recover",
        about:
          "Starts the recovery of an account whose owner lost every way to sign in. Make sure first that the person who asks is the owner. The user is notified and can cancel it for 72 hours: by the link of the mail, in the app, or by signing in. Afterwards the second factors and the password are removed, everybody is signed out, and a link for a new password is mailed, which needs a server that sends mail; withdrawals and refunds rest for 72 more hours.",
      },
      "cancel-recovery": {
        scope: "users:recover",
        about: "Cancels a recovery in its waiting period.",
      },
    },
  },
});

const channelSchema = verifiedChannelSchema.extend({
  id: z.string(),
  userId: z.string(),
  user: z.string(),
  code: z.string(),
  createdAt: timeSchema,
  verifiedAt: timeSchema.nullable(),
  verifiedBy: z.enum(["code", "operator"]).nullable(),
  revokedAt: timeSchema.nullable(),
  checkedAt: timeSchema.nullable(),
  problem: z.string().nullable(),
});
type ListedChannel = z.input<typeof channelSchema>;

export const creators = defineResource({
  path: "creators",
  summary: "list and verify creators' channels",
  one: "user",
  key: "user",
  keySchema: userNameSchema,
  list: {
    scope: "users:read",
    summary: "list creators' channels",
    about:
      "Lists the channels that creators have added and that are not verified, with what the last check found, or with --verified those that are. Newest first.",
    examples: ["creators list", "creators list --verified --json | jq -r .url"],
    query: pageQuerySchema.extend({ verified: onlySchema, user: userNameSchema.optional() }),
    options: {
      "--verified": "only verified channels",
      "--user <user>": "only channels of this user",
    },
    row: channelSchema,
    columns: {
      added: "createdAt",
      user: "user",
      channel: describeChannel,
      code: "code",
      state: describeState,
    } satisfies Cells<ListedChannel>,
  },
  decide: {
    scope: "users:write",
    summary: "verify a channel of a user, or take its mark away",
    about:
      "A user is given by id, e-mail address or name, a channel by its address, such as youtube.com/@ann.",
    examples: [
      'creators decide verify ann x.com/ann --reason "She sent the code from the channel."',
    ],
    input: z.object({ channel: channelAddressSchema }),
    further: "<channel>",
    acts: {
      verify: {
        about:
          "Marks a channel as a user's, for channels whose description Fairclick cannot read. Another account that has the mark loses it, and both are notified.",
      },
      revoke: {
        about:
          "Takes the mark of a channel away: only an operator can verify it for this user again. The user keeps the campaigns that they joined, and sees the reason.",
      },
    },
  },
});

/** The resources that have no other commands than `list`, `show` and `decide`. */
export const plainResources = [creators];

function describeState({ verifiedAt, verifiedBy, revokedAt, problem }: ListedChannel): string {
  if (revokedAt) return `revoked ${formatMoment(revokedAt)}`;
  if (verifiedAt) return `verified by ${verifiedBy} ${formatMoment(verifiedAt)}`;
  return problem ?? "not checked yet";
}
