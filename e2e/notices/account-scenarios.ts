import { randomUUID } from "node:crypto";
import { keyScopeNames } from "@fairclick/core/accounts/keys";
import { depositArrived } from "@fairclick/core/notices/money-notices";
import {
  confirmEmailChange,
  reclaimAccount,
  requestEmailChange,
  requestVerification,
} from "@fairclick/services/accounts/emails";
import { createPersonalKey, revokePersonalKey } from "@fairclick/services/accounts/keys";
import { answerResetRequests } from "@fairclick/services/accounts/mail-tokens";
import {
  addPasskey,
  listOwnPasskeys,
  removePasskey,
  startPasskey,
} from "@fairclick/services/accounts/passkeys";
import { changePassword } from "@fairclick/services/accounts/passwords";
import { finishDueRecoveries, requestRecovery } from "@fairclick/services/accounts/recovery";
import { openSession } from "@fairclick/services/accounts/sessions";
import { requestReset } from "@fairclick/services/accounts/sign-in";
import { generateCode } from "@fairclick/services/accounts/testing/generate-code";
import { SoftwarePasskey } from "@fairclick/services/accounts/testing/software-passkey";
import { hashToken, makeToken } from "@fairclick/services/accounts/token";
import {
  acceptCode,
  confirmOwnTotp,
  makeRecoveryCodes,
  startTotp,
  turnOffTotp,
} from "@fairclick/services/accounts/totp";
import { deliverWebhooks, MAX_FAILURES } from "@fairclick/services/notices/deliver-webhooks";
import { createWebhook } from "@fairclick/services/notices/webhooks";
import { notify } from "@fairclick/services/notify";
import { insertToken } from "@fairclick/sql/accounts/one-time-tokens";
import { withTx } from "@fairclick/sql/db/tx";
import { type NoticeWorld, PASSWORD, type Scenarios } from "./notice-world";

const hook = { url: "http://127.0.0.1:9/hook", events: [depositArrived.kind], allowLocal: true };
const key = { name: "A program", scopes: keyScopeNames.slice(0, 1), validDays: null };

async function withAuthenticator({ somebody, as, system }: NoticeWorld) {
  const person = await somebody();
  const { secret } = await startTotp(as(person.id));
  const turnOn = () => confirmOwnTotp(as(person.id), generateCode(secret, system.now()));
  return { person, turnOn };
}

async function withNewPasskey({ somebody, as }: NoticeWorld) {
  const { id: to } = await somebody();
  const origin = "https://app.test";
  const { options, browser } = await startPasskey(as(to), origin);
  const passkey = new SoftwarePasskey({ origin, rpId: "app.test" });
  const credential = passkey.create(options.challenge);
  const input = { appUrl: origin, browser, name: "My laptop", credential };
  return { to, add: () => addPasskey(as(to), input) };
}

/** An account that an operator wants to recover. */
async function recoverable({ app, somebody, operator }: NoticeWorld) {
  const { id: to } = await somebody();
  if (operator.actor.kind !== "operator") throw new Error("no operator");
  await app.owner`
    insert into operator_tokens (token_hash, operator_id, scopes)
    values (${hashToken(makeToken())}, ${operator.actor.operatorId}, '{users:recover}')`;
  const input = { user: to, reason: "a test", dryRun: false };
  return { to, request: () => requestRecovery(operator, input) };
}

export const accountScenarios: Scenarios = {
  "account.verify_email": async ({ somebody, as }) => {
    const { id: to } = await somebody();
    return { to, change: () => requestVerification(as(to)), repeats: true };
  },
  "account.reset_password": async ({ somebody, system }) => {
    const { id: to } = await somebody();
    await requestReset(system, `${to}@example.test`);
    return { to, change: () => answerResetRequests(system) };
  },
  "account.confirm_new_email": async ({ somebody, as }) => {
    const { id: to } = await somebody();
    const email = `${randomUUID()}@new.example`;
    return { to, change: () => requestEmailChange(as(to), email), repeats: true };
  },
  "account.email_changed": async ({ app, somebody, system }) => {
    const { id: to } = await somebody();
    const token = makeToken();
    await insertToken(app.db.sql, {
      ...{ userId: to, purpose: "change_email", content: `${to}@new.example` },
      tokenHash: hashToken(token),
      expiresAt: new Date(system.now().getTime() + 3_600_000),
    });
    return { to, change: () => confirmEmailChange(system, token) };
  },
  "account.new_sign_in": async ({ somebody, system }) => {
    const { id: to } = await somebody();
    const device = { userAgent: "A new browser", place: null, deviceTokens: [] };
    const change = () =>
      withTx(system.db, (tx) => openSession(tx, { userId: to, at: system.now(), ...device }));
    return { to, change, repeats: true };
  },
  "account.security_changed account_reclaimed": async ({ app, somebody, system }) => {
    const { id: to } = await somebody();
    const email = `${to}@reclaimed.example`;
    await app.owner`update users set email = ${email}, email_verified_at = null where id = ${to}`;
    const claim = { userId: to, email, by: { googleSubject: to } };
    return { to, change: () => withTx(system.db, (tx) => reclaimAccount(tx, system, claim)) };
  },
  "account.recovery_requested": async (world) => {
    const { to, request } = await recoverable(world);
    return { to, change: request };
  },
  "account.recovered": async (world) => {
    const { to, request } = await recoverable(world);
    await request();
    await world.app.owner`
      update notices set mail_status = 'sent', mail_due_at = null, mail_sent_at = now()
      where user_id = ${to} and mail_status = 'queued'`;
    await world.app.owner`
      update recoveries set requested_at = requested_at - interval '4 days',
        due_at = due_at - interval '4 days'
      where user_id = ${to}`;
    return { to, change: () => finishDueRecoveries(world.system) };
  },
  "account.security_changed password_changed": async ({ somebody, as }) => {
    const { id: to, token } = await somebody();
    const input = { token, newPassword: `${PASSWORD} staple`, deviceTokens: [] };
    return { to, change: () => changePassword(as(to), input), repeats: true };
  },
  "account.security_changed second_factor_on": async (world) => {
    const { person, turnOn } = await withAuthenticator(world);
    return { to: person.id, change: turnOn };
  },
  "account.security_changed second_factor_off": async (world) => {
    const { person, turnOn } = await withAuthenticator(world);
    const [code = ""] = await turnOn();
    const change = () => turnOffTotp(world.as(person.id), code);
    return { to: person.id, change };
  },
  "account.security_changed recovery_code_used": async (world) => {
    const { person, turnOn } = await withAuthenticator(world);
    const [code = ""] = await turnOn();
    const used = { userId: person.id, code, secret: null };
    const change = () => withTx(world.system.db, (tx) => acceptCode(tx, world.system, used));
    return { to: person.id, change };
  },
  "account.security_changed recovery_codes_renewed": async (world) => {
    const { person, turnOn } = await withAuthenticator(world);
    const [code = ""] = await turnOn();
    const change = () => makeRecoveryCodes(world.as(person.id), code);
    return { to: person.id, change };
  },
  "account.security_changed passkey_added": async (world) => {
    const { to, add } = await withNewPasskey(world);
    return { to, change: add };
  },
  "account.security_changed passkeys_removed": async (world) => {
    const { to, add } = await withNewPasskey(world);
    await add();
    const [passkey] = await listOwnPasskeys(world.as(to));
    if (!passkey) throw new Error("The passkey was not added");
    return { to, change: () => removePasskey(world.as(to), passkey.id) };
  },
  "account.security_changed key_added": async ({ somebody, as }) => {
    const { id: to } = await somebody();
    const change = () => createPersonalKey(as(to), key);
    return { to, change, repeats: true };
  },
  "account.security_changed keys_revoked": async ({ somebody, as }) => {
    const { id: to } = await somebody();
    const made = await createPersonalKey(as(to), key);
    return { to, change: () => revokePersonalKey(as(to), made.key.id) };
  },
  "account.security_changed webhook_added": async ({ somebody, as }) => {
    const { id: to } = await somebody();
    return { to, change: () => createWebhook(as(to), hook), repeats: true };
  },
  "webhook.disabled": async ({ app, somebody, as, system }) => {
    const { id: to } = await somebody();
    const { id } = await createWebhook(as(to), hook);
    await app.owner`update webhook_endpoints set failures = ${MAX_FAILURES - 1} where id = ${id}`;
    const notice = { to: [to], data: { amountMicros: 1n } };
    await withTx(app.db, (tx) => notify(tx, system, depositArrived, notice));
    const ctx = { ...system, sendOptions: { allowLocal: true } };
    return { to, change: () => deliverWebhooks(ctx) };
  },
};
