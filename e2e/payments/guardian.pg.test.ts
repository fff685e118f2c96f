import type { Person } from "@fairclick/api/testing/people";
import { correctBirthMonth } from "@fairclick/services/accounts/set-birth-month";
import { deliverMail } from "@fairclick/services/notices/mail/deliver-mail";
import { operatorCtx } from "@fairclick/services/testing/operator-ctx";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { endGuardiansJob } from "@fairclick/worker/accounts/end-guardians";
import { requestPayoutsJob } from "@fairclick/worker/money/request-payouts";
import { beforeEach, expect, it } from "vitest";
import {
  addPerson,
  earn,
  expectProvenBooks,
  getAccount,
  onboard,
  readCents,
  signIn,
  withdraw,
} from "./money";
import { createStripeApp } from "./stripe-app";

const appUrl = "https://app.test";
const mail = { smtpUrl: "smtp://unused", from: "mail@test.example", operatorAddresses: [] };
const app = await createStripeApp({ mail, appUrl, depositHoldHours: 0 });
const { call, clock, db, owner } = app;
beforeEach(() => {
  clock.at = new Date("2026-11-23T12:00:00Z");
});

const guardian = (action: string, json: object) =>
  call("POST", `/api/auth/guardian/${action}`, { json });

async function readToken(path: string, address: string): Promise<string> {
  const sent: { to: string; plainText: string }[] = [];
  const send = async (each: { to: string; plainText: string }) => void sent.push(each);
  await deliverMail({
    ...systemCtx(db, () => clock.at),
    ...{ mailer: { send, close: () => {} }, appUrl, operatorAddresses: [] },
  });
  const text = sent.findLast(({ to }) => to === address)?.plainText ?? "";
  const token = new RegExp(`${appUrl}${path}#([\\w-]{43})`).exec(text)?.[1];
  if (!token) throw new Error(`no mail to ${address} with a link to ${path}`);
  return token;
}

/** A child of 17, 18 from 2026-12-01 on, with earnings and a guardian who consented. */
async function addChild(cents: number) {
  const child = await addPerson(app);
  await owner`
    update users set birth_month = '2008-11-01', email_verified_at = now() where id = ${child.id}`;
  await earn(app, child, cents);
  return { child, ...(await consent(child, `mum-${child.id}@example.com`)) };
}

async function consent({ token }: Person, address: string) {
  const invited = await call("POST", "/api/users/guardian/invitations", {
    token,
    json: { email: address },
  });
  expect(invited.status, invited.text).toBe(200);
  const invitation = await readToken("/guardian", address);
  const given = await guardian("consent", { token: invitation, name: "Maria", adult: true });
  expect(given.status, given.text).toBe(200);
  return { address, access: await readToken("/guardian/consent", address) };
}

/** Sets payouts up by the guardian's link, through Stripe's onboarding. Returns the account. */
async function setUp(child: Person, access: string): Promise<string> {
  const opened = await guardian("payouts", { token: access, country: "US" });
  expect(opened.status, opened.text).toBe(200);
  const account = await getAccount(app, child.id);
  expect((await guardian("access", { token: access })).json.data.payouts).toBe("incomplete");
  await app.standIn.control("accounts/complete", { account });
  expect((await guardian("access", { token: access })).json.data.payouts).toBe("ready");
  return account;
}

it("pays a minor's earnings to the guardian's account, and not before it is set up", async () => {
  const { child, access, address } = await addChild(2_000);
  expect((await withdraw(app, child, 1_000)).json.code).toBe("payouts_not_verified");
  const own = await call("POST", "/api/stripe/create-connect-account", { token: child.token });
  expect(own.json.code).toBe("guardian_required");
  const account = await setUp(child, access);
  expect(await app.ctx.stripe.accounts.retrieve(account)).toMatchObject({
    email: address,
    metadata: { user_id: child.id, guardian_id: expect.any(String) },
  });
  expect((await withdraw(app, child, 1_000)).status).toBe(200);
  await app.settle();
  const transfers = await app.ctx.stripe.transfers.list({ destination: account });
  expect(transfers.data.map(({ amount }) => amount)).toEqual([1_000]);
  const json = { every: "week", minimum: 500 };
  const schedule = await call("PUT", "/api/wallet/payout-schedule", { token: child.token, json });
  expect(schedule.status, schedule.text).toBe(200);
  clock.at = new Date("2026-11-30T23:00:00Z");
  await requestPayoutsJob.run(app.workerDeps, {});
  expect(await readCents(app, child)).toMatchObject({ earnings: 0 });
  await app.settle();
  await expectProvenBooks(app);
});

it("stops with the consent: an unsent withdrawal is cancelled, and another guardian's account is new", async () => {
  const { child, access } = await addChild(1_500);
  const first = await setUp(child, access);
  const requested = await withdraw(app, child, 1_000);
  expect(requested.status, requested.text).toBe(200);
  const [ended, late] = await Promise.all([
    guardian("withdrawal", { token: access }),
    withdraw(app, child, 500),
  ]);
  expect([ended.status, late.status]).not.toEqual([200, 200]);
  expect((await guardian("payouts", { token: access })).status).toBe(403);
  await app.settle();
  expect(await readCents(app, child)).toMatchObject({ earnings: 1_500, inTransit: 0 });
  expect((await withdraw(app, child, 1_000)).json.code).toBe("guardian_required");
  const { access: other } = await consent(child, `dad-${child.id}@example.com`);
  expect((await withdraw(app, child, 1_000)).json.code).toBe("payouts_not_verified");
  expect(await setUp(child, other)).not.toBe(first);
  await expectProvenBooks(app);
});

it("ends by itself at 18: the payout account must then be the person's own", async () => {
  const { child, access } = await addChild(1_000);
  const account = await setUp(child, access);
  clock.at = new Date("2026-11-30T23:00:00Z");
  await endGuardiansJob.run(app.workerDeps, {});
  expect((await guardian("access", { token: access })).status).toBe(200);
  clock.at = new Date("2026-12-01T00:00:00Z");
  child.token = await signIn(app, child.id);
  // Also before the job has run.
  expect((await withdraw(app, child, 500)).json.code).toBe("payouts_not_verified");
  for (let run = 0; run < 2; run += 1) await endGuardiansJob.run(app.workerDeps, {});
  expect((await guardian("access", { token: access })).status).toBe(403);
  const [user] = await owner`select stripe_account_id from users where id = ${child.id}`;
  expect(user).toEqual({ stripe_account_id: null });
  const told = await owner`
    select kind, data->>'by' as by from notices
    where user_id = ${child.id} and kind in ('guardian.ended', 'guardian.released') order by kind`;
  expect(told).toEqual([
    { kind: "guardian.ended", by: "age" },
    { kind: "guardian.released", by: "age" },
  ]);
  expect(await onboard(app, child)).not.toBe(account);
  expect((await withdraw(app, child, 500)).status).toBe(200);
});

it("replaces the guardian's account if the person of 18 sets payouts up before the job runs", async () => {
  const { child, access } = await addChild(1_000);
  const account = await setUp(child, access);
  clock.at = new Date("2026-12-01T00:00:00Z");
  child.token = await signIn(app, child.id);
  const own = await onboard(app, child);
  expect(own).not.toBe(account);
  await endGuardiansJob.run(app.workerDeps, {});
  expect(await getAccount(app, child.id)).toBe(own);
});

it("follows the operators' correction of the month of birth", async () => {
  const { child, access } = await addChild(1_000);
  await setUp(child, access);
  const ctx = await operatorCtx(db, owner, () => clock.at);
  const correct = (birthMonth: string) =>
    correctBirthMonth(ctx, { user: child.id, birthMonth, reason: "passport", dryRun: false });
  await correct("2009-03");
  expect((await guardian("access", { token: access })).status).toBe(200);
  await correct("1999-03");
  expect((await guardian("access", { token: access })).status).toBe(403);
  const own = await onboard(app, child);
  await correct("2009-03");
  expect((await withdraw(app, child, 500)).json.code).toBe("guardian_required");
  const again = await consent(child, `aunt-${child.id}@example.com`);
  expect((await withdraw(app, child, 500)).json.code).toBe("payouts_not_verified");
  expect(await setUp(child, again.access)).not.toBe(own);
});
