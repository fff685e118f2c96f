import {
  emailRequestSchema,
  loginRequestSchema,
  passwordRequestSchema,
  registerRequestSchema,
  usernameRequestSchema,
} from "@fairclick/core/accounts/account";
import { addBudgetSchema } from "@fairclick/core/campaigns/campaign-input";
import { appealInputSchema, objectionTextSchema } from "@fairclick/core/clicks/campaign-clicks";
import { linkAppealSchema } from "@fairclick/core/clicks/findings";
import { contactInputSchema } from "@fairclick/core/operations/contact";
import { z } from "zod";

const rules = {
  login: loginRequestSchema,
  register: registerRequestSchema,
  email: emailRequestSchema,
  username: usernameRequestSchema,
  newPassword: passwordRequestSchema,
  forgottenPassword: registerRequestSchema.pick({ password: true }),
  contact: contactInputSchema,
  clickAppeal: appealInputSchema,
  linkAppeal: linkAppealSchema,
  objection: z.object({ text: objectionTextSchema }),
  budget: addBudgetSchema,
};

export type FormName = keyof typeof rules;

export type FormErrors = Partial<Record<string, string | undefined>>;

/** Returns the first message about each wrong field. Empty if all are valid. */
export function checkForm(form: FormName, values: unknown): FormErrors {
  const issues = rules[form].safeParse(values).error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path[0], message]));
}
