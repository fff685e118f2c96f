import { z } from "zod";
import { t } from "../language/t";
import { defineNotice } from "./define-notice";

/** Longer than every waiting period: the link cancels only a recovery that is open. */
const CANCEL_MINUTES = 31 * 24 * 60;
const HOUR_MINUTES = 60;

const formatTime = (at: string) => `${at.slice(0, 16).replace("T", " ")} UTC`;

export const recoveryRequested = defineNotice({
  kind: "account.recovery_requested",
  topic: "account",
  event: () => t`Operators will recover your account`,
  recipients: () => t`the account's owner`,
  mail: "always",
  token: { purpose: "cancel_recovery", validMinutes: CANCEL_MINUTES },
  schema: z.object({ dueAt: z.iso.datetime() }),
  text: ({ dueAt }, token) => ({
    title: t`Your account will be recovered. Was it not you? Cancel it`,
    paragraphs: [
      t`Somebody, probably you, told the operators that they cannot sign in any more. From ${formatTime(dueAt)} on, they remove your authenticator app, your passkeys, your recovery codes and your password, and sign everybody out.`,
      t`If it was not you, cancel it now: press the button, or sign in completely.`,
      t`If it was you, wait. You then get a link that sets a new password.`,
    ],
    action: {
      label: t`Cancel the recovery`,
      path: token === "" ? "/cancel-recovery" : `/cancel-recovery#${token}`,
    },
  }),
});

export const accountRecovered = defineNotice({
  kind: "account.recovered",
  topic: "account",
  event: () => t`Operators recovered your account`,
  recipients: () => t`the account's owner`,
  mail: "always",
  token: { purpose: "reset_password", validMinutes: HOUR_MINUTES },
  schema: z.object({ cooldownEndsAt: z.iso.datetime() }),
  text: ({ cooldownEndsAt }, token) => ({
    title: t`Your account was recovered`,
    paragraphs: [
      t`Your authenticator app, passkeys, recovery codes and password were removed, and everybody was signed out.`,
      t`Your money can be withdrawn, refunded or spent from ${formatTime(cooldownEndsAt)}.`,
      t`The link for a new password works once, for one hour. Afterwards, ask for a new one on the sign-in page. Then add an authenticator app again.`,
    ],
    action:
      token === ""
        ? { label: t`Open security settings`, path: "/app/profile" }
        : { label: t`Choose a new password`, path: `/reset-password#${token}` },
  }),
});
