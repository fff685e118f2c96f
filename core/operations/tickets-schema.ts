import { z } from "zod";
import { emailSchema } from "../accounts/account-schema";
import { adminUserSchema } from "../accounts/operated-users-schema";
import { t } from "../language/t";
import { itemResponse, listResponse, pageQuerySchema } from "../schemas/page";
import { typedText } from "../schemas/typed-text";
import { changeInputSchema } from "./operator-change-schema";
import { MAX_SUBJECT, MAX_TICKET_TEXT, ticketCategories, ticketStates } from "./ticket";

const textSchema = typedText({
  label: () => t`The message`,
  maxLength: MAX_TICKET_TEXT,
  requiredMessage: () => t`Please write a message`,
  isMultiline: true,
});

export const ticketInputSchema = z.object({
  category: z.enum(ticketCategories, { error: () => t`Please choose what it is about` }),
  subject: typedText({
    label: () => t`The subject`,
    maxLength: MAX_SUBJECT,
    requiredMessage: () => t`Please enter a subject`,
  }),
  text: textSchema,
});
export type TicketInput = z.infer<typeof ticketInputSchema>;

export const ticketReplySchema = z.object({ text: textSchema });

export const contactInputSchema = ticketInputSchema.extend({
  email: emailSchema(() => t`Please enter the email address for the answer`),
  /** A hidden field: only programs fill it in. */
  website: z.string().max(1_000).optional(),
  /** From `GET /api/contact`: says when the form was opened. */
  token: z.string().max(200),
});
export type ContactInput = z.infer<typeof contactInputSchema>;

export const contactFormResponseSchema = z.object({
  status: z.literal("success"),
  data: z.object({
    token: z.string(),
    /** Whether this server can mail the answer. */
    mail: z.boolean(),
  }),
});

const summary = z.object({
  _id: z.string(),
  category: z.enum(ticketCategories),
  subject: z.string(),
  state: z.enum(ticketStates),
  openedAt: z.string(),
  /** When a message was written, or the state changed. */
  touchedAt: z.string(),
});
const message = z.object({ fromOperator: z.boolean(), text: z.string(), at: z.string() });

export const ownTicketsResponseSchema = listResponse(summary);
export const ownTicketSchema = summary.extend({ messages: z.array(message) });
export type OwnTicket = z.infer<typeof ownTicketSchema>;
export type TicketSummary = z.infer<typeof summary>;
export const ownTicketResponseSchema = itemResponse(ownTicketSchema);

export const ticketsQuerySchema = pageQuerySchema.extend({
  state: z.enum(ticketStates).default("waiting"),
});

export const adminTicketSchema = z.object({
  id: z.string(),
  /** Null for somebody who wrote without an account. */
  userId: z.string().nullable(),
  username: z.string().nullable(),
  /** The account's address, or the one that a person without an account gave. */
  email: z.string(),
  category: z.enum(ticketCategories),
  subject: z.string(),
  state: z.enum(ticketStates),
  openedAt: z.iso.datetime(),
  waitsSince: z.iso.datetime().nullable(),
  messages: z.int(),
});
export type AdminTicket = z.infer<typeof adminTicketSchema>;

/** What an operator looks up before answering. */
const ticketAccountSchema = adminUserSchema.extend({
  emailConfirmed: z.boolean(),
  heldWithdrawals: z.int(),
  heldRefunds: z.int(),
  /** Links of the user that wait for an operator's decision about a finding. */
  findings: z.int(),
  /** The newest links, at most ten. */
  newestLinks: z.array(
    z.object({ code: z.string(), campaign: z.string(), disabledBy: z.string().nullable() }),
  ),
});
export type TicketAccount = z.infer<typeof ticketAccountSchema>;

export const adminTicketDetailSchema = adminTicketSchema.omit({ messages: true }).extend({
  thread: z.array(
    z.object({ operator: z.string().nullable(), text: z.string(), at: z.iso.datetime() }),
  ),
  account: ticketAccountSchema.nullable(),
});
export type AdminTicketDetail = z.infer<typeof adminTicketDetailSchema>;

export const ticketAnswerSchema = changeInputSchema.extend({ text: textSchema });
