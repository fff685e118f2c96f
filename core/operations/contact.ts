import { z } from "zod";
import { emailSchema } from "../accounts/account";
import { t } from "../language/t";
import { typedText } from "../texts";

/** What a message to the operators is about, as its writer chooses it. */
export const contactCategories = [
  "account",
  "money",
  "clicks",
  "campaigns",
  "abuse",
  "privacy",
  "other",
] as const;
export type ContactCategory = (typeof contactCategories)[number];

export const contactCategoryNames: Record<ContactCategory, string> = {
  get account() {
    return t`My account or signing in`;
  },
  get money() {
    return t`Payments and withdrawals`;
  },
  get clicks() {
    return t`Clicks and their verdicts`;
  },
  get campaigns() {
    return t`Campaigns and links`;
  },
  get abuse() {
    return t`Abuse or a harmful link`;
  },
  get privacy() {
    return t`Privacy and my data`;
  },
  get other() {
    return t`Something else`;
  },
};

const MAX_SUBJECT = 120;
const MAX_TEXT = 4_000;

export const contactInputSchema = z.object({
  email: emailSchema(() => t`Please enter the email address for the answer`),
  category: z.enum(contactCategories, { error: () => t`Please choose what it is about` }),
  subject: typedText({
    label: () => t`The subject`,
    maxLength: MAX_SUBJECT,
    requiredMessage: () => t`Please enter a subject`,
  }),
  text: typedText({
    label: () => t`The message`,
    maxLength: MAX_TEXT,
    requiredMessage: () => t`Please write a message`,
    isMultiline: true,
  }),
  /** A hidden field: only programs fill it in. */
  website: z.string().max(1_000).optional(),
  /** From `GET /api/contact`: says when the form was opened. */
  token: z.string().max(200),
});
export type ContactInput = z.infer<typeof contactInputSchema>;

export const contactFormResponseSchema = z.object({
  status: z.literal("success"),
  /** The token is null if this server cannot mail messages to its operator. */
  data: z.object({ token: z.string().nullable() }),
});
