import { z } from "zod";
import { contactCategories, contactCategoryNames } from "../operations/contact";
import { defineNotice } from "./define-notice";

export const contactMessage = defineNotice({
  kind: "contact.message",
  topic: "operations",
  event: () => "Somebody wrote through the contact form",
  recipients: () => "the address in OPERATOR_CONTACT",
  inApp: false,
  mail: "always",
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
