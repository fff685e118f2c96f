import { z } from "zod";
import { contactCategories, contactCategoryNames } from "../operations/contact";
import { defineNotice } from "./define-notice";

const problem = z.object({ title: z.string(), watch: z.string(), subject: z.string() });

export const problemBegan = defineNotice({
  kind: "problem.began",
  topic: "operations",
  event: () => "Something waits too long or is wrong",
  recipients: () => "the operators",
  mail: "optional",
  schema: problem.extend({ detail: z.string(), advice: z.string() }),
  text: ({ title, detail, advice }) => ({ title, paragraphs: [detail, advice], action: null }),
});

export const problemOver = defineNotice({
  kind: "problem.over",
  topic: "operations",
  event: () => "A problem is over",
  recipients: () => "the operators",
  mail: "optional",
  schema: problem.extend({ beganAt: z.iso.datetime() }),
  text: ({ title, beganAt }) => ({
    title: `Over: ${title}`,
    paragraphs: [`It began at ${beganAt.slice(0, 16).replace("T", " ")} UTC.`],
    action: null,
  }),
});

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
