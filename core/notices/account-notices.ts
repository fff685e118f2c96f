import { z } from "zod";
import { keyScopeNames, keyScopes } from "../accounts/keys";
import { showDevice } from "../accounts/sign-in-devices";
import { describePlace } from "../country-schema";
import { formatUtcMoment, plural, t } from "../language/t";
import { defineNotice } from "./define-notice";

const nothing = z.object({});
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** The token follows `#`: browsers do not send that part, so it reaches no log and no referrer. */
const withToken = (path: string, token: string) => (token === "" ? path : `${path}#${token}`);

export const verifyEmail = defineNotice({
  kind: "account.verify_email",
  event: () => t`Confirm your address`,
  recipients: () => t`the owner of the address`,
  inApp: false,
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
  event: () => t`You asked for a new password`,
  recipients: () => t`the account's owner`,
  inApp: false,
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

export const confirmNewEmail = defineNotice({
  kind: "account.confirm_new_email",
  event: () => t`You asked to change your address`,
  recipients: () => t`the new address`,
  inApp: false,
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
  event: () => t`Your address was changed`,
  recipients: () => t`the old address`,
  inApp: false,
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
  event: () => t`A sign-in from a new device`,
  recipients: () => t`the account's owner`,
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

const openSecurity = () => ({
  label: t`Open security settings`,
  path: "/app/profile?section=security",
});

const securityChange = z.discriminatedUnion("change", [
  z.object({
    change: z.literal([
      "password_changed",
      /** The owner of the address took over an account that was opened with it without proof. */
      "account_reclaimed",
      "second_factor_on",
      "second_factor_off",
      "recovery_codes_renewed",
    ]),
  }),
  z.object({ change: z.literal("recovery_code_used"), left: z.int() }),
  z.object({ change: z.literal("passkey_added"), name: z.string() }),
  z.object({ change: z.literal("passkeys_removed"), names: z.array(z.string()) }),
  z.object({
    change: z.literal("key_added"),
    name: z.string(),
    scopes: z.array(z.enum(keyScopeNames)),
  }),
  z.object({
    change: z.literal("keys_revoked"),
    names: z.array(z.string()),
    by: z.enum(["owner", "security"]),
  }),
  /** The address's host only: paths and queries of such addresses often hold secrets. */
  z.object({ change: z.literal("webhook_added"), host: z.string() }),
]);
type SecurityChange = z.output<typeof securityChange>;

/** What changed about who has access to an account. */
export const securityChanged = defineNotice({
  kind: "account.security_changed",
  event: () => t`A way to sign in, an API key or a webhook was added, used or removed`,
  recipients: () => t`the account's owner`,
  schema: securityChange,
  text: (data) => ({
    title: securityTitle(data),
    paragraphs: [
      ...securityFacts(data),
      t`If it was not you, change your password at once and write to the operators.`,
    ],
    action:
      data.change === "key_added" || data.change === "keys_revoked"
        ? { label: t`Open API keys`, path: "/app/api" }
        : openSecurity(),
  }),
});

function securityTitle(data: SecurityChange): string {
  switch (data.change) {
    case "password_changed":
      return t`Your password was changed`;
    case "account_reclaimed":
      return t`This account is yours now`;
    case "second_factor_on":
      return t`Signing in now needs a code of your authenticator app`;
    case "second_factor_off":
      return t`Signing in no longer needs a code of your authenticator app`;
    case "recovery_code_used":
      return t`A recovery code of your account was used`;
    case "recovery_codes_renewed":
      return t`Your account has new recovery codes`;
    case "passkey_added":
      return t`The passkey "${data.name}" can sign in to your account`;
    case "passkeys_removed":
      return data.names.length === 1
        ? t`The passkey "${data.names.join()}" no longer signs in to your account`
        : plural(
            data.names.length,
            "# passkey no longer signs in to your account",
            "# passkeys no longer sign in to your account",
          );
    case "key_added":
      return t`The API key ${data.name} was added to your account`;
    case "keys_revoked":
      return data.names.length === 1
        ? t`The API key ${data.names.join()} was revoked`
        : plural(data.names.length, "# API key was revoked", "# API keys were revoked");
    case "webhook_added":
      return t`Events of your account are sent to ${data.host}`;
  }
}

function securityFacts(data: SecurityChange): string[] {
  switch (data.change) {
    case "password_changed":
      return [t`Everybody else was signed out.`];
    case "account_reclaimed":
      return [
        t`It was opened with your email address before you proved that the address is yours. So that nobody else can use it, every way to sign in that was not yours, the API keys, the payout account and the payment methods were disconnected. A withdrawal that was not sent yet is back in the earnings.`,
        t`Money, campaigns and links are still there. Set up payouts again before you withdraw.`,
      ];
    case "second_factor_on":
      return [t`Keep your recovery codes in a safe place: each replaces the app once.`];
    case "recovery_code_used":
      return [
        t`${plural(data.left, "# of your recovery codes is left.", "# of your recovery codes are left.")} Make new ones in your profile before you run out.`,
      ];
    case "recovery_codes_renewed":
      return [t`The earlier codes no longer work.`];
    case "passkeys_removed":
      return [t`Your browser may still offer it: you can delete it there.`];
    case "key_added":
      return [
        t`Programs with this key can: ${data.scopes.map((scope) => keyScopes[scope]).join("; ")}.`,
      ];
    case "keys_revoked":
      return [
        data.by === "owner"
          ? t`You revoked it.`
          : t`A change of your password or sign-in ends all API keys: ${data.names.join(", ")}.`,
        t`Programs that used it can no longer call the API. You can add a new key.`,
      ];
    case "second_factor_off":
    case "passkey_added":
    case "webhook_added":
      return [];
  }
}

export const webhookDisabled = defineNotice({
  kind: "webhook.disabled",
  event: () => t`A webhook was disabled`,
  recipients: () => t`the account's owner`,
  schema: z.object({
    /** The address's host only, as above. */
    host: z.string(),
    failures: z.number(),
    problem: z.string(),
  }),
  text: ({ host, failures, problem }) => ({
    title: t`The webhook to ${host} is disabled`,
    paragraphs: [
      t`The last ${failures} attempts to send an event failed. The last one: ${problem}`,
      t`Enable it again when its server works. You can then send the failed events again.`,
    ],
    action: null,
  }),
});

const channel = z.object({ channel: z.string() });
const channelChange = z.discriminatedUnion("change", [
  /** `taken_over`: another account has proved that it controls the channel. */
  channel.extend({ change: z.literal(["verified", "taken_over"]) }),
  channel.extend({ change: z.literal("revoked"), reason: z.string() }),
]);
type ChannelChange = z.output<typeof channelChange>;

export const channelChanged = defineNotice({
  kind: "channel.changed",
  event: () => t`A channel was verified by an operator, or is no longer verified`,
  recipients: () => t`the channel's creator`,
  schema: channelChange,
  text: (data) => ({
    title:
      data.change === "verified"
        ? t`${data.channel} is verified`
        : t`${data.channel} is no longer verified`,
    paragraphs: describeChange(data),
    action: { label: t`Open profile`, path: "/app/profile?section=channels" },
  }),
});

function describeChange(data: ChannelChange): string[] {
  switch (data.change) {
    case "verified":
      return [t`Developers see the mark beside your name.`];
    case "revoked":
      return [t`Reason: ${data.reason}`, t`Only Fairclick can verify this channel again.`];
    case "taken_over":
      return [
        t`Another account has proved with a new code that it controls this channel now. If that was not you, look at who can sign in to the channel.`,
        t`You keep the campaigns that you have joined.`,
      ];
  }
}

export const recoveryRequested = defineNotice({
  kind: "account.recovery_requested",
  event: () => t`Operators will recover your account`,
  recipients: () => t`the account's owner`,
  /** Longer than every waiting period: the link cancels only a recovery that is open. */
  token: { purpose: "cancel_recovery", validMinutes: 31 * DAY_MINUTES },
  schema: z.object({ dueAt: z.iso.datetime() }),
  text: ({ dueAt }, token) => ({
    title: t`Your account will be recovered. Was it not you? Cancel it`,
    paragraphs: [
      t`Somebody, probably you, told the operators that they cannot sign in any more. From ${formatUtcMoment(new Date(dueAt))} on, they remove your authenticator app, your passkeys, your recovery codes and your password, and sign everybody out.`,
      t`If it was not you, cancel it now: press the button, or sign in completely.`,
      t`If it was you, wait. You then get a link that sets a new password.`,
    ],
    action: { label: t`Cancel the recovery`, path: withToken("/cancel-recovery", token) },
  }),
});

export const accountRecovered = defineNotice({
  kind: "account.recovered",
  event: () => t`Operators recovered your account`,
  recipients: () => t`the account's owner`,
  token: { purpose: "reset_password", validMinutes: HOUR_MINUTES },
  schema: z.object({ cooldownEndsAt: z.iso.datetime() }),
  text: ({ cooldownEndsAt }, token) => ({
    title: t`Your account was recovered`,
    paragraphs: [
      t`Your authenticator app, passkeys, recovery codes and password were removed, and everybody was signed out.`,
      t`Your money can be withdrawn, refunded or spent from ${formatUtcMoment(new Date(cooldownEndsAt))}.`,
      t`The link for a new password works once, for one hour. Afterwards, ask for a new one on the sign-in page. Then add an authenticator app again.`,
    ],
    action:
      token === ""
        ? openSecurity()
        : { label: t`Choose a new password`, path: withToken("/reset-password", token) },
  }),
});
