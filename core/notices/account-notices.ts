import { z } from "zod";
import { showDevice } from "../accounts/describe-device";
import { describePlace } from "../accounts/describe-place";
import { plural, t } from "../language/t";
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
  event: () => t`Confirm your address`,
  recipients: () => t`the owner of the address`,
  inApp: false,
  mail: "always",
  token: { purpose: "verify_email", validMinutes: 3 * DAY_MINUTES },
  schema: nothing,
  text: (_, token) => ({
    title: t`Confirm your email address`,
    paragraphs: [
      t`Press the button to confirm that this address is yours. The link works for three days.`,
      t`If you did not open a Fairclick account, you can ignore this mail.`,
    ],
    action: { label: t`Confirm address`, path: withToken("/verify-email", token) },
  }),
});

export const resetPassword = defineNotice({
  kind: "account.reset_password",
  topic: "account",
  event: () => t`You asked for a new password`,
  recipients: () => t`the account's owner`,
  inApp: false,
  mail: "always",
  token: { purpose: "reset_password", validMinutes: HOUR_MINUTES },
  schema: nothing,
  text: (_, token) => ({
    title: t`Choose a new password`,
    paragraphs: [
      t`Somebody, probably you, asked for a new password. The link works once, for one hour.`,
      t`If it was not you, ignore this mail: your password stays as it is.`,
    ],
    action: { label: t`Choose a new password`, path: withToken("/reset-password", token) },
  }),
});

export const signInLink = defineNotice({
  kind: "account.sign_in_link",
  topic: "account",
  event: () => t`You asked for a sign-in link`,
  recipients: () => t`the account's owner`,
  inApp: false,
  mail: "always",
  token: { purpose: "sign_in", validMinutes: 15 },
  schema: browserSchema,
  text: (_, token) => ({
    title: t`Your sign-in link`,
    paragraphs: [
      t`Open the link in the browser in which you asked for it. It works once, for 15 minutes.`,
      t`If you did not ask for it, ignore this mail. Do not forward it to anybody.`,
    ],
    action: { label: t`Sign in`, path: withToken("/sign-in-link", token) },
  }),
});

export const confirmNewEmail = defineNotice({
  kind: "account.confirm_new_email",
  topic: "account",
  event: () => t`You asked to change your address`,
  recipients: () => t`the new address`,
  inApp: false,
  mail: "always",
  token: { purpose: "change_email", validMinutes: DAY_MINUTES },
  schema: nothing,
  text: (_, token) => ({
    title: t`Confirm your new email address`,
    paragraphs: [
      t`Press the button to use this address for your Fairclick account. The link works for one day.`,
      t`If you did not ask for this, ignore this mail: nothing changes.`,
    ],
    action: { label: t`Use this address`, path: withToken("/confirm-email", token) },
  }),
});

export const emailChanged = defineNotice({
  kind: "account.email_changed",
  topic: "account",
  event: () => t`Your address was changed`,
  recipients: () => t`the old address`,
  inApp: false,
  mail: "always",
  token: { purpose: "undo_email", validMinutes: 7 * DAY_MINUTES },
  schema: z.object({ newEmail: z.string() }),
  text: ({ newEmail }, token) => ({
    title: t`Your email address was changed`,
    paragraphs: [
      t`Your Fairclick account now uses ${newEmail}. You need to do nothing if this was you.`,
      t`If it was not you, press the button within seven days: this address is used again, everybody is signed out, and you choose a new password.`,
    ],
    action: { label: t`This was not me`, path: withToken("/undo-email", token) },
  }),
});

export const newSignIn = defineNotice({
  kind: "account.new_sign_in",
  topic: "account",
  event: () => t`A sign-in from a new device`,
  recipients: () => t`the account's owner`,
  mail: "always",
  schema: z.object({ device: z.string(), country: z.string().nullable() }),
  text: ({ device, country }) => ({
    title: t`New sign-in to your account`,
    paragraphs: [
      t`Somebody signed in with ${showDevice(device)} (${describePlace(country)}). Your account has not seen this device before.`,
      t`You need to do nothing if this was you. If not, change your password: it signs everybody else out.`,
    ],
    action: openSecurity(),
  }),
});

export const resetLinkMade = defineNotice({
  kind: "account.reset_link_made",
  topic: "account",
  event: () => t`An operator made a link for a new password`,
  recipients: () => t`the account's owner`,
  mail: "always",
  schema: nothing,
  text: () => ({
    title: t`An operator made a link for your new password`,
    paragraphs: [
      t`It works once, for one hour. If you did not ask for it, write to the operators at once.`,
      t`For 72 hours, no money can be withdrawn, refunded or spent.`,
    ],
    action: openSecurity(),
  }),
});

export const passwordChanged = defineNotice({
  kind: "account.password_changed",
  topic: "account",
  event: () => t`Your password was changed`,
  recipients: () => t`the account's owner`,
  mail: "always",
  schema: nothing,
  text: () => ({
    title: t`Your password was changed`,
    paragraphs: [
      t`Everybody else was signed out. If it was not you, choose a new password at once and look at your sessions.`,
    ],
    action: openSecurity(),
  }),
});

const openSecurity = () => ({ label: t`Open security settings`, path: "/app/profile" });

export const secondFactorOn = defineNotice({
  kind: "account.second_factor_on",
  topic: "account",
  event: () => t`An authenticator app was added`,
  recipients: () => t`the account's owner`,
  mail: "always",
  schema: nothing,
  text: () => ({
    title: t`Signing in now needs a code of your authenticator app`,
    paragraphs: [
      t`Keep your recovery codes in a safe place: each replaces the app once.`,
      t`If it was not you, change your password at once and write to the operators.`,
    ],
    action: openSecurity(),
  }),
});

export const secondFactorOff = defineNotice({
  kind: "account.second_factor_off",
  topic: "account",
  event: () => t`The authenticator app was removed`,
  recipients: () => t`the account's owner`,
  mail: "always",
  schema: nothing,
  text: () => ({
    title: t`Signing in no longer needs a code of your authenticator app`,
    paragraphs: [t`If it was not you, change your password at once and write to the operators.`],
    action: openSecurity(),
  }),
});

export const recoveryCodeUsed = defineNotice({
  kind: "account.recovery_code_used",
  topic: "account",
  event: () => t`A recovery code was used`,
  recipients: () => t`the account's owner`,
  mail: "always",
  schema: z.object({ left: z.int() }),
  text: ({ left }) => ({
    title: t`A recovery code of your account was used`,
    paragraphs: [
      t`${plural(left, "# of your recovery codes is left.", "# of your recovery codes are left.")} Make new ones in your profile before you run out.`,
      t`If it was not you, change your password at once and write to the operators.`,
    ],
    action: openSecurity(),
  }),
});

export const recoveryCodesRenewed = defineNotice({
  kind: "account.recovery_codes_renewed",
  topic: "account",
  event: () => t`New recovery codes were made`,
  recipients: () => t`the account's owner`,
  mail: "always",
  schema: nothing,
  text: () => ({
    title: t`Your account has new recovery codes`,
    paragraphs: [
      t`The earlier codes no longer work. If it was not you, change your password at once and write to the operators.`,
    ],
    action: openSecurity(),
  }),
});
