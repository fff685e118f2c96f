import { z } from "zod";
import { t } from "../language/t";
import { typedText } from "../schemas/typed-text";
import { countrySchema } from "./country-schema";

export const INVITATION_DAYS = 14;
/** Invitations of one account that are open at the same time. */
export const MAX_OPEN_INVITATIONS = 3;
export const MAX_INVITATIONS_PER_WEEK = 5;
/** Accounts that one mailbox can be the guardian of. */
export const MAX_CHILDREN = 5;

/** Who ended a consent or an invitation; `age`: the child turned 18. */
export type GuardianEndedBy = "guardian" | "child" | "operator" | "age";

export const guardianInvitationSchema = z.object({
  _id: z.string(),
  email: z.string(),
  invitedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type GuardianInvitation = z.infer<typeof guardianInvitationSchema>;

export const ownGuardianSchema = z.object({
  /** True from 13 to 17 years: money is then paid out to a guardian only. */
  needed: z.boolean(),
  /** The guardian whose consent is in force; null if there is none. */
  guardian: z
    .object({ name: z.string(), email: z.string(), consentedAt: z.iso.datetime() })
    .nullable(),
  /** Invitations that can still be accepted, newest first. */
  invitations: z.array(guardianInvitationSchema),
  /** False if this server sends no mail: nobody can be invited. */
  canInvite: z.boolean(),
});
export type OwnGuardian = z.infer<typeof ownGuardianSchema>;
export const ownGuardianResponseSchema = z.object({
  status: z.literal("success"),
  data: ownGuardianSchema,
});

/** The part behind the `#` of a link in a mail. */
const token = z.string({ error: () => t`The token of the mail is required` }).max(100);

export const guardianInvitedResponseSchema = z.object({
  status: z.literal("success"),
  data: z.object({ username: z.string(), expiresAt: z.iso.datetime() }),
});

export const guardianConsentSchema = z.object({
  token,
  name: typedText({
    label: () => t`Your name`,
    maxLength: 100,
    requiredMessage: () => t`Please enter your name`,
  }),
  /** The guardian states that they are an adult who is responsible for the child. */
  adult: z.literal(true, { error: () => t`Please confirm that you are the child's guardian` }),
});

export const guardianAccessSchema = z.object({
  username: z.string(),
  /** The guardian's name. */
  name: z.string(),
  consentedAt: z.iso.datetime(),
  payouts: z.enum(["none", "incomplete", "ready"]),
  /** Country of the bank; null until somebody chose one. */
  country: z.string().nullable(),
});
export type GuardianAccess = z.infer<typeof guardianAccessSchema>;
export const guardianAccessResponseSchema = z.object({
  status: z.literal("success"),
  data: guardianAccessSchema,
});

export const guardianPayoutsSchema = z.object({ token, country: countrySchema.optional() });
