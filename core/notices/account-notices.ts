import { z } from "zod";
import { describePlace } from "../accounts/describe-place";
import { defineNotice } from "./define-notice";

const nothing = z.object({});
/** Hash of the secret in the browser that asked, in hexadecimal: the link works only there. */
const browserSchema = z.object({ browser: z.string().regex(/^[0-9a-f]{64}$/) });
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** The token follows `#`: browsers do not send that part, so it reaches no log and no referrer. */
const withToken = (path: string, token: string) => `${path}#${token}`;

export const verifyEmail = defineNotice({
  kind: "account.verify_email",
  topic: "account",
  event: "Confirm your address",
  recipients: "the owner of the address",
  inApp: false,
  mail: "always",
  token: { purpose: "verify_email", validMinutes: 3 * DAY_MINUTES },
  schema: nothing,
  text: (_, token) => ({
    title: "Confirm your email address",
    paragraphs: [
      "Press the button to confirm that this address is yours. The link works for three days.",
      "If you did not open a Fairclick account, you can ignore this mail.",
    ],
    action: { label: "Confirm address", path: withToken("/verify-email", token) },
  }),
});

export const resetPassword = defineNotice({
  kind: "account.reset_password",
  topic: "account",
  event: "You asked for a new password",
  recipients: "the account's owner",
  inApp: false,
  mail: "always",
  token: { purpose: "reset_password", validMinutes: HOUR_MINUTES },
  schema: nothing,
  text: (_, token) => ({
    title: "Choose a new password",
    paragraphs: [
      "Somebody, probably you, asked for a new password. The link works once, for one hour.",
      "If it was not you, ignore this mail: your password stays as it is.",
    ],
    action: { label: "Choose a new password", path: withToken("/reset-password", token) },
  }),
});

export const signInLink = defineNotice({
  kind: "account.sign_in_link",
  topic: "account",
  event: "You asked for a sign-in link",
  recipients: "the account's owner",
  inApp: false,
  mail: "always",
  token: { purpose: "sign_in", validMinutes: 15 },
  schema: browserSchema,
  text: (_, token) => ({
    title: "Your sign-in link",
    paragraphs: [
      "Open the link in the browser in which you asked for it. It works once, for 15 minutes.",
      "If you did not ask for it, ignore this mail. Do not forward it to anybody.",
    ],
    action: { label: "Sign in", path: withToken("/sign-in-link", token) },
  }),
});

export const confirmNewEmail = defineNotice({
  kind: "account.confirm_new_email",
  topic: "account",
  event: "You asked to change your address",
  recipients: "the new address",
  inApp: false,
  mail: "always",
  token: { purpose: "change_email", validMinutes: DAY_MINUTES },
  schema: nothing,
  text: (_, token) => ({
    title: "Confirm your new email address",
    paragraphs: [
      "Press the button to use this address for your Fairclick account. The link works for one day.",
      "If you did not ask for this, ignore this mail: nothing changes.",
    ],
    action: { label: "Use this address", path: withToken("/confirm-email", token) },
  }),
});

export const emailChanged = defineNotice({
  kind: "account.email_changed",
  topic: "account",
  event: "Your address was changed",
  recipients: "the old address",
  inApp: false,
  mail: "always",
  token: { purpose: "undo_email", validMinutes: 7 * DAY_MINUTES },
  schema: z.object({ newEmail: z.string() }),
  text: ({ newEmail }, token) => ({
    title: "Your email address was changed",
    paragraphs: [
      `Your Fairclick account now uses ${newEmail}. You need to do nothing if this was you.`,
      "If it was not you, press the button within seven days: this address is used again, everybody is signed out, and you choose a new password.",
    ],
    action: { label: "This was not me", path: withToken("/undo-email", token) },
  }),
});

export const newSignIn = defineNotice({
  kind: "account.new_sign_in",
  topic: "account",
  event: "A sign-in from a new device",
  recipients: "the account's owner",
  mail: "always",
  schema: z.object({ device: z.string(), country: z.string().nullable() }),
  text: ({ device, country }) => ({
    title: "New sign-in to your account",
    paragraphs: [
      `Somebody signed in with ${device} (${describePlace(country)}). Your account has not seen this device before.`,
      "You need to do nothing if this was you. If not, change your password: it signs everybody else out.",
    ],
    action: { label: "Open security settings", path: "/app/profile" },
  }),
});

export const resetLinkMade = defineNotice({
  kind: "account.reset_link_made",
  topic: "account",
  event: "An operator made a link for a new password",
  recipients: "the account's owner",
  mail: "always",
  schema: nothing,
  text: () => ({
    title: "An operator made a link for your new password",
    paragraphs: [
      "It works once, for one hour. If you did not ask for it, write to the operators at once.",
      "For 72 hours, no money can be withdrawn, refunded or spent.",
    ],
    action: { label: "Open security settings", path: "/app/profile" },
  }),
});

export const passwordChanged = defineNotice({
  kind: "account.password_changed",
  topic: "account",
  event: "Your password was changed",
  recipients: "the account's owner",
  mail: "always",
  schema: nothing,
  text: () => ({
    title: "Your password was changed",
    paragraphs: [
      "Everybody else was signed out. If it was not you, choose a new password at once and look at your sessions.",
    ],
    action: { label: "Open security settings", path: "/app/profile" },
  }),
});

const SECURITY_ACTION = { label: "Open security settings", path: "/app/profile" };

export const secondFactorOn = defineNotice({
  kind: "account.second_factor_on",
  topic: "account",
  event: "An authenticator app was added",
  recipients: "the account's owner",
  mail: "always",
  schema: nothing,
  text: () => ({
    title: "Signing in now needs a code of your authenticator app",
    paragraphs: [
      "Keep your recovery codes in a safe place: each replaces the app once.",
      "If it was not you, change your password at once and write to the operators.",
    ],
    action: SECURITY_ACTION,
  }),
});

export const secondFactorOff = defineNotice({
  kind: "account.second_factor_off",
  topic: "account",
  event: "The authenticator app was removed",
  recipients: "the account's owner",
  mail: "always",
  schema: nothing,
  text: () => ({
    title: "Signing in no longer needs a code of your authenticator app",
    paragraphs: ["If it was not you, change your password at once and write to the operators."],
    action: SECURITY_ACTION,
  }),
});

export const recoveryCodeUsed = defineNotice({
  kind: "account.recovery_code_used",
  topic: "account",
  event: "A recovery code was used",
  recipients: "the account's owner",
  mail: "always",
  schema: z.object({ left: z.int() }),
  text: ({ left }) => ({
    title: "A recovery code of your account was used",
    paragraphs: [
      `${left} of your recovery codes ${left === 1 ? "is" : "are"} left. Make new ones in your profile before you run out.`,
      "If it was not you, change your password at once and write to the operators.",
    ],
    action: SECURITY_ACTION,
  }),
});

export const recoveryCodesRenewed = defineNotice({
  kind: "account.recovery_codes_renewed",
  topic: "account",
  event: "New recovery codes were made",
  recipients: "the account's owner",
  mail: "always",
  schema: nothing,
  text: () => ({
    title: "Your account has new recovery codes",
    paragraphs: [
      "The earlier codes no longer work. If it was not you, change your password at once and write to the operators.",
    ],
    action: SECURITY_ACTION,
  }),
});
