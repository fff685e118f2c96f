import { z } from "zod";
import { defineNotice } from "./define-notice";

const nothing = z.object({});
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
  schema: nothing,
  text: (_, token) => ({
    title: "Your sign-in link",
    paragraphs: [
      "Open the link in the browser in which you asked for it. It works once, for 15 minutes.",
      "If you did not ask for it, ignore this mail. Do not forward it to anybody.",
    ],
    action: { label: "Sign in", path: withToken("/sign-in-link", token) },
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
