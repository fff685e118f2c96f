import { z } from "zod";
import { emailSchema } from "../accounts/account";
import { type Cells, defineResource, formatMoment } from "../resource";
import { pageQuerySchema, pageQueryWithCursor, timeSchema } from "../schemas";

export const noticesQuerySchema = pageQuerySchema;

const noticeSchema = z.object({
  _id: z.string(),
  kind: z.string(),
  at: timeSchema,
  read: z.boolean(),
  title: z.string(),
  paragraphs: z.array(z.string()).readonly(),
  action: z
    .object({ label: z.string(), path: z.string().describe("A page of the app") })
    .nullable(),
});

export type NoticeResponse = z.input<typeof noticeSchema>;

export const noticesResponseSchema = z.object({
  status: z.literal("success"),
  data: z.array(noticeSchema),
  unread: z.number().int().describe("At most 100"),
  nextCursor: z.string().nullable(),
});

export const readNoticesRequestSchema = z.object({
  upTo: z
    .uuid({ error: "upTo must be the _id of a notice" })
    .describe("This notice and all older ones are marked as read"),
});

const mailSettingSchema = z.object({
  kind: z.string(),
  topic: z.string(),
  event: z.string(),
  recipients: z.string(),
  mail: z.boolean(),
  optional: z.boolean().describe("False: the mail is always sent"),
});

export type MailSetting = z.infer<typeof mailSettingSchema>;

export const noticeSettingsResponseSchema = z.object({
  status: z.literal("success"),
  data: z.array(mailSettingSchema),
  mailServer: z.boolean().describe("False: this installation sends no mails"),
});

export const noticeSettingRequestSchema = z.object({
  kind: z.string().max(60),
  mail: z.boolean({ error: "mail must be true or false" }),
});

const mailStates = ["suppressed", "failed"] as const;
export type MailState = (typeof mailStates)[number];

const mailSchema = z.object({
  state: z.enum(mailStates),
  address: z.string().nullable().describe("Null: the operators, or a deleted account"),
  kind: z.string().nullable().describe("Of the failed mail"),
  problem: z.string(),
  at: timeSchema,
});

export const mails = defineResource({
  path: "mail",
  summary: "see mails that could not be sent, stop mails to an address",
  one: "address",
  key: "address",
  keySchema: emailSchema("Please enter a valid email address"),
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
    } satisfies Cells<z.input<typeof mailSchema>>,
    isGoodIfEmpty: true,
  },
  decide: {
    scope: "mail:write",
    summary: "stop all mails to an address, or allow them again",
    about: "",
    examples: [
      'mail decide suppress gone@mail.example --reason "its mails come back"',
      'mail decide release back@mail.example --reason "the mailbox exists again"',
    ],
    acts: {
      suppress: {
        about:
          "Stops all mails to an address, such as one whose mails come back. Its owner still sees notices in the app.",
      },
      release: {
        about: "Allows mails to an address again. Mails that were skipped meanwhile are not sent.",
      },
    },
  },
});
