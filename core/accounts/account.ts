import { z } from "zod";
import { dollarsSchema } from "../amount-schema";
import { countrySchema } from "../country-schema";
import { languages, t } from "../language/t";
import { countSchema, dataResponse, itemResponse, type Message, timeSchema } from "../schemas";
import { agreementInputSchema } from "./agreement";
import { creatorContentResponseSchema } from "./creator-content";

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

const credentialsRequired = () => t`Email and password are required`;
const registrationRequired = () => t`Username, email and password are required`;

export const emailSchema = (requiredMessage: Message) =>
  z
    .string({ error: requiredMessage })
    .trim()
    .min(1, { error: requiredMessage })
    .max(254, { error: () => t`Please enter a valid email address` })
    .pipe(z.email({ error: () => t`Please enter a valid email address` }))
    .transform((email) => email.toLowerCase());

export const loginRequestSchema = z.object({
  email: z
    .string({ error: credentialsRequired })
    .trim()
    .min(1, { error: credentialsRequired })
    .max(254),
  password: z
    .string({ error: credentialsRequired })
    .min(1, { error: credentialsRequired })
    .max(1_024),
});

export const usernameSchema = z
  .string({ error: registrationRequired })
  .trim()
  .min(1, { error: registrationRequired })
  .max(40, { error: () => t`Username must be at most 40 characters` })
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u, {
    error: () => t`Username may hold letters, digits, spaces, dots, dashes and underscores`,
  });

export const passwordSchema = z
  .string({ error: registrationRequired })
  .min(1, { error: registrationRequired })
  .min(PASSWORD_MIN, { error: () => t`Password must have at least ${PASSWORD_MIN} characters` })
  .max(PASSWORD_MAX, { error: () => t`Password must have at most ${PASSWORD_MAX} characters` });

/** `website` is a hidden field: only programs fill it in. */
export const registerRequestSchema = z.object({
  username: usernameSchema,
  email: emailSchema(registrationRequired),
  password: passwordSchema,
  website: z.string().max(1_000).optional(),
  /** Where the user's bank is. It can be chosen later. */
  country: countrySchema.optional(),
  /** The terms that were shown and accepted can be given later. */
  ...agreementInputSchema.partial().shape,
});

export const userResponseSchema = z.object({
  _id: z.string(),
  username: z.string(),
  email: z.string(),
  walletBalance: dollarsSchema,
  stripeAccountVerified: z.boolean(),
  /** ISO code of the country of the user's bank; missing until the user chooses. */
  country: z.string().optional(),
  /** Present under 18, until the user confirms that the payout account is a guardian's. */
  mustConfirmGuardian: z.literal(true).optional(),
  /** Present while the user waits to be told that a campaign can be joined. */
  waitsForGame: z.literal(true).optional(),
  /** Present if the account is suspended: it is then read-only. */
  suspension: z.object({ since: timeSchema, reason: z.string().nullable() }).optional(),
});
export type UserResponse = z.input<typeof userResponseSchema>;

export const usernameRequestSchema = z.object({ username: usernameSchema });

export const languageRequestSchema = z.object({ language: z.enum(languages) });

export const countryRequestSchema = z.object({ country: countrySchema });

export const emailRequestSchema = z.object({
  email: emailSchema(() => t`Please enter a valid email address`),
});

export const passwordRequestSchema = z.object({
  newPassword: passwordSchema,
});

export const signInCodeRequestSchema = z.object({ code: z.string().min(1).max(100) });

export const mailRequestSchema = z.object({
  email: emailSchema(() => t`Please enter a valid email address`),
});

/** The part behind the `#` of a link in a mail. */
const mailTokenSchema = z.string({ error: () => t`The token of the mail is required` }).max(100);
export const mailTokenRequestSchema = z.object({ token: mailTokenSchema });

export const newPasswordRequestSchema = z.object({
  token: mailTokenSchema,
  password: passwordSchema,
});

export const resetTokenResponseSchema = itemResponse(z.object({ token: z.string() }));

/**
 * One way to prove one's identity: the password or, with a second factor, a code of the authenticator
 * app or a recovery code.
 */
export const proofRequestSchema = z.union([
  z.object({ password: z.string({ error: () => t`Please enter your password` }).max(1_024) }),
  z.object({
    code: z
      .string({ error: () => t`Please enter a code` })
      .trim()
      .min(1)
      .max(40),
  }),
]);

export const proofResponseSchema = z.object({
  /** Whether this session has a proof of the last ten minutes. */
  recent: z.boolean(),
  /** The ways in which the account's owner can prove their identity, besides signing in again. */
  password: z.boolean(),
  totp: z.boolean(),
  passkey: z.boolean(),
  google: z.boolean(),
});
export type ProofResponse = z.infer<typeof proofResponseSchema>;

export const profileResponseSchema = z.object({
  username: z.string(),
  email: z.string(),
  /** Whether the address is confirmed, and whether this server can send mails to confirm it. */
  emailConfirmed: z.boolean(),
  mailAvailable: z.boolean(),
  memberSince: timeSchema,
  hasPassword: z.boolean(),
  google: z.object({ available: z.boolean(), connected: z.boolean() }),
  /** Whether sign-ins need a code of an authenticator app, and how many recovery codes are left. */
  secondFactor: z.object({ on: z.boolean(), recoveryCodes: z.int() }),
  payouts: z.enum(["none", "incomplete", "ready"]),
  isMinor: z.boolean(),
  /** True under 18, until the user confirms that the payout account is a guardian's. */
  mustConfirmGuardian: z.boolean(),
  /** ISO code of the country of the user's bank; null until the user chooses. */
  country: z.string().nullable(),
  language: z.enum(languages),
  /** Reasons why the account cannot be deleted yet; empty if it can. */
  obstacles: z.array(z.string()),
  content: creatorContentResponseSchema,
});
export type ProfileResponse = z.input<typeof profileResponseSchema>;

export const doneResponseSchema = z.object({
  status: z.literal("success"),
  message: z.string(),
});

/** `lastUsedAt` is exact to the day. */
export const sessionResponseSchema = z.object({
  _id: z.string(),
  userAgent: z.string().nullable(),
  /** ISO code of the country of the sign-in; null if unknown. */
  country: z.string().nullable(),
  signedInAt: timeSchema,
  lastUsedAt: timeSchema,
  current: z.boolean(),
});
export type SessionResponse = z.input<typeof sessionResponseSchema>;

export const sessionsResponseSchema = dataResponse(z.array(sessionResponseSchema));

export const meResponseSchema = itemResponse(z.object({ user: userResponseSchema }));

export const authResponseSchema = itemResponse(
  z.object({ user: userResponseSchema, token: z.string() }),
);

/** The session or, for an account with a second factor, the need to enter it. */
export const signInResponseSchema = itemResponse(
  z.union([
    z.object({ user: userResponseSchema, token: z.string() }),
    z.object({ secondFactor: z.literal(true) }),
  ]),
);

export const dashboardResponseSchema = z.object({
  stats: z.object({
    totalEarnings: dollarsSchema,
    totalClicks: countSchema,
    activeLinks: countSchema,
    pendingPayout: dollarsSchema,
    /** Clicks before this time have their verdict; null if none were judged. */
    judgedUpTo: timeSchema.nullable(),
  }),
});
