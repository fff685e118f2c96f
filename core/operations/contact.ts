import { z } from "zod";
import { emailSchema } from "../accounts/account";
import { contactCategories } from "../contact-categories";
import { t } from "../language/t";
import { dataResponse } from "../schemas";
import { typedText } from "../texts";

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

/** The token is null if this server cannot mail messages to its operator. */
export const contactFormResponseSchema = dataResponse(z.object({ token: z.string().nullable() }));
