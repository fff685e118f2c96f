import { z } from "zod";
import { emailSchema } from "../accounts/account";
import { changeInputSchema } from "../changes";
import { type Cells, defineResource, formatMoment } from "../resource";
import { pageQueryWithCursor } from "../schemas";

const mailStates = ["suppressed", "failed"] as const;
export type MailState = (typeof mailStates)[number];

const mailSchema = z.object({
  state: z.enum(mailStates),
  address: z.string().nullable().describe("Null: the operators, or a deleted account"),
  kind: z.string().nullable().describe("Of the failed mail"),
  problem: z.string(),
  at: z.string(),
});

export const mails = defineResource({
  path: "mail",
  one: "address",
  key: "address",
  list: {
    scope: "mail:read",
    summary: "list addresses that get no mail, or mails that were given up",
    about:
      "Lists the addresses to which no mail is sent, because a mail server or an operator said so, or with --state failed the mails that were given up, newest first.",
    examples: ["mail list", "mail list --state failed --json | jq -r .problem"],
    /** The cursor is an address, or the id of a notice. */
    query: pageQueryWithCursor(/^[^\s\p{Cc}]{1,254}$/u).extend({
      state: z
        .enum(mailStates)
        .default("suppressed")
        .describe("suppressed: addresses that get no mail; failed: mails that were given up"),
    }),
    options: { "--state <state>": "suppressed addresses or failed mails" },
    row: mailSchema,
    columns: {
      since: ({ at }) => formatMoment(at),
      address: ({ address }) => address ?? "operators, or a deleted account",
      mail: ({ kind }) => kind ?? "all mails",
      reason: "problem",
    } satisfies Cells<z.infer<typeof mailSchema>>,
    isGoodIfEmpty: true,
  },
});

/** What a delivery status notification (RFC 3464) says about a mail of ours. */
export const bounceSchema = z.object({
  /** Of the returned mail. */
  messageId: z.string().max(300),
  recipients: z.array(z.string().max(254)).min(1).max(20),
  /** A permanent failure that is not about the sender's policy, such as `5.1.1` (RFC 3463). */
  status: z.string().regex(/^5\.(?!7\.)\d{1,3}\.\d{1,3}$/, {
    error: "Only permanent failures of an address count",
  }),
});
export type Bounce = z.infer<typeof bounceSchema>;
export const bounceChangeSchema = changeInputSchema.extend(bounceSchema.shape);

export const addressChangeSchema = changeInputSchema.extend({
  address: emailSchema("Please enter a valid email address"),
});
