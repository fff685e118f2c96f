import { z } from "zod";
import { t } from "../language/t";
import { ticketCategories, ticketCategoryNames } from "../operations/ticket";
import { defineNotice } from "./define-notice";

export const ticketWaits = defineNotice({
  kind: "ticket.waits",
  topic: "operations",
  event: () => "A ticket waits for an answer",
  recipients: () => "the operators, at most once an hour",
  mail: "optional",
  schema: z.object({ category: z.enum(ticketCategories), subject: z.string() }),
  text: ({ category, subject }) => ({
    title: `A ticket waits: ${subject}`,
    paragraphs: [
      `It is about: ${ticketCategoryNames[category]}. More may wait; there is one notice per hour.`,
      `All that wait: fairclick tickets list.`,
    ],
    action: null,
  }),
});

export const ticketAnswered = defineNotice({
  kind: "ticket.answered",
  topic: "account",
  event: () => t`An operator answered your message`,
  recipients: () => t`the user who wrote it`,
  mail: "optional",
  schema: z.object({ ticketId: z.string(), subject: z.string() }),
  text: ({ ticketId, subject }) => ({
    title: t`Answered: ${subject}`,
    paragraphs: [t`An operator has answered your message. You can reply on the same page.`],
    action: { label: t`Read the answer`, path: `/app/support/${ticketId}` },
  }),
});

export const contactAnswered = defineNotice({
  kind: "ticket.answered_by_mail",
  // Not a mail that a user can switch off: its recipient has no account.
  topic: "operations",
  event: () => t`An operator answered a message of the contact form`,
  recipients: () => t`the address that was given in the form`,
  inApp: false,
  mail: "always",
  schema: z.object({ ticketId: z.string(), text: z.string() }),
  text: ({ ticketId, text }) => ({
    title: t`An answer to your message`,
    paragraphs: [
      t`Somebody gave this address in the contact form of this marketplace. An operator answers:`,
      ...paragraphsOf(text),
      t`To reply, write through the contact form again and name the ticket ${ticketId}.`,
      t`If you did not write to us, you can ignore this mail.`,
    ],
    action: { label: t`Open the contact form`, path: "/contact" },
  }),
});

/** The lines that are not empty, each once. */
function paragraphsOf(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trim());
  return [...new Set(lines)].filter((line) => line !== "");
}
