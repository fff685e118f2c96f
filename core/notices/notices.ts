import { z } from "zod";
import { pageQuerySchema } from "../schemas";

export const noticesQuerySchema = pageQuerySchema;

const noticeSchema = z.object({
  _id: z.string(),
  kind: z.string(),
  at: z.iso.datetime(),
  read: z.boolean(),
  title: z.string(),
  paragraphs: z.array(z.string()),
  action: z
    .object({ label: z.string(), path: z.string().describe("A page of the app") })
    .nullable(),
});

export type NoticeResponse = z.infer<typeof noticeSchema>;

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
