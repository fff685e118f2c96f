import { z } from "zod";
import { contactCategories, contactCategoryNames } from "../contact-categories";
import { defineNotice } from "./define-notice";

export const contactMessage = defineNotice({
  kind: "contact.message",
  event: () => "Somebody wrote through the contact form",
  recipients: () => "the address in OPERATOR_CONTACT",
  inApp: false,
  mail: "last",
  schema: z.object({
    email: z.string(),
    category: z.enum(contactCategories),
    subject: z.string(),
    text: z.string(),
  }),
  text: ({ email, category, subject, text }) => ({
    title: `Contact form: ${subject}`,
    paragraphs: [
      `${email} writes about: ${contactCategoryNames[category]}. Reply to this mail to answer. Nobody has confirmed that the address is the writer's.`,
      ...text.split("\n").filter((line) => line.trim() !== ""),
    ],
    action: null,
    replyTo: email,
  }),
});

export const operatorActed = defineNotice({
  kind: "operator.acted",
  event: () => "An operator acted",
  recipients: () => "the addresses in OPERATOR_EMAILS",
  inApp: false,
  schema: z.object({
    operator: z.string(),
    action: z.string(),
    subject: z.string(),
    reason: z.string().nullable(),
    facts: z.array(z.string()),
    /** The command that undoes it; null if none does. */
    undo: z.string().nullable(),
  }),
  text: ({ operator, action, subject, reason, facts, undo }) => ({
    title: `Operator ${operator}: ${action}`,
    paragraphs: [
      `${operator} changed ${subject}. Reason: ${reason ?? "none"}`,
      ...facts,
      undo === null ? "No single command undoes it." : `To undo it: ${undo}`,
      `If ${operator} does not know of it, end their tokens: fairclick operators revoke "${operator}" --reason "…"`,
    ],
    action: null,
  }),
});
