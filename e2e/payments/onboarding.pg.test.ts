import { type Person, register } from "@fairclick/api/testing/people";
import { applyAccount, readAccount } from "@fairclick/services/money/onboarding";
import { describe, expect, it } from "vitest";
import { createCreator } from "./creators";
import { getAccount, onboard, withdraw } from "./money";
import { createStripeApp } from "./stripe-app";

const app = await createStripeApp();
const { call, owner, standIn } = app;

const connect = (person: Person) =>
  call("POST", "/api/stripe/create-connect-account", { token: person.token });

const refresh = (person: Person) =>
  call("POST", "/api/stripe/refresh-account", { token: person.token });

async function isVerified({ token }: Person): Promise<boolean> {
  const answer = await call("GET", "/api/auth/me", { token });
  return answer.json.data.user.stripeAccountVerified;
}

it("leads to Stripe's onboarding, back to the app, and to the dashboard once everything is enabled", async () => {
  const person = await register(app);
  const first = await connect(person);
  expect(first.json.url).toMatch(/\/setup\/e\/acct_/);
  expect(await isVerified(person)).toBe(false);
  const again = await connect(person);
  expect(again.json.url).toMatch(/\/setup\/e\/acct_/);
  expect(again.json.url).not.toBe(first.json.url);
  await standIn.control("accounts/complete", { account: await getAccount(app, person.id) });
  expect((await refresh(person)).json).toEqual({ stripeAccountVerified: true });
  expect(await isVerified(person)).toBe(true);
  expect((await connect(person)).json.url).toMatch(/\/express\/acct_/);
});

it("sends Stripe the app's return URLs and a manual payout schedule", async () => {
  await connect(await register(app));
  const { requests } = await standIn.control("requests/list");
  const sent = JSON.stringify(requests);
  expect(sent).toContain("http://localhost:3000/app/payments?reauth=1");
  expect(sent).toContain("http://localhost:3000/app/payments?stripe_return=1");
  expect(sent).toMatch(/"interval":"manual"/);
});

it("returning from onboarding does not mean that it is finished", async () => {
  const person = await register(app);
  await connect(person);
  expect((await refresh(person)).json).toEqual({ stripeAccountVerified: false });
  await standIn.control("accounts/restrict", { account: await getAccount(app, person.id) });
  expect((await refresh(person)).json).toEqual({ stripeAccountVerified: false });
  expect((await connect(person)).json.url).toMatch(/\/setup\/e\//);
});

it("the account status is answered without Stripe before anything is set up", async () => {
  expect((await refresh(await register(app))).json).toEqual({ stripeAccountVerified: false });
});

it("the account follows webhooks: off when restricted, on again, off when deauthorised", async () => {
  const person = await register(app);
  const account = await onboard(app, person);
  await standIn.control("accounts/restrict", { account });
  await app.settle();
  expect(await isVerified(person)).toBe(false);
  await standIn.control("accounts/complete", { account });
  await app.settle();
  expect(await isVerified(person)).toBe(true);
  await standIn.control("accounts/deauthorise", { account });
  await app.settle();
  expect(await isVerified(person)).toBe(false);
  const fresh = await connect(person);
  expect(fresh.json.url).toMatch(/\/setup\/e\/acct_/);
  expect(await getAccount(app, person.id)).not.toBe(account);
});

it("an account that turns out to be gone is replaced at once", async () => {
  const person = await register(app);
  const account = await onboard(app, person);
  await standIn.control("webhooks/behave", { lose: 1 });
  await standIn.control("accounts/deauthorise", { account });
  expect((await connect(person)).json.url).toMatch(/\/setup\/e\/acct_/);
  expect(await getAccount(app, person.id)).not.toBe(account);
  expect((await refresh(person)).json).toEqual({ stripeAccountVerified: false });
  await standIn.control("webhooks/behave", { lose: 0 });
});

it("ten concurrent clicks create one account", async () => {
  const person = await register(app);
  const answers = await Promise.all(Array.from({ length: 10 }, () => connect(person)));
  const ok = answers.filter(({ status }) => status === 200);
  expect(ok.length).toBeGreaterThan(0);
  const accounts = new Set(ok.map((answer) => /acct_\w+/.exec(answer.json.url)?.[0]));
  expect([...accounts]).toEqual([await getAccount(app, person.id)]);
});

describe("stale and repeated answers", () => {
  it("a stale account.updated event changes nothing", async () => {
    const person = await register(app);
    const account = await onboard(app, person);
    await standIn.control("webhooks/behave", { mode: "hold" });
    await standIn.control("accounts/restrict", { account });
    await standIn.control("accounts/complete", { account });
    await standIn.control("webhooks/flush", { order: "reversed" });
    await app.work();
    expect(await isVerified(person)).toBe(true);
    await standIn.control("webhooks/behave", { mode: "send" });
  });

  it("an older answer that arrives later changes nothing", async () => {
    const person = await register(app);
    const account = await onboard(app, person);
    const older = await readAccount(app.ctx, account);
    await standIn.control("accounts/restrict", { account });
    await applyAccount(app.db.sql, await readAccount(app.ctx, account));
    await applyAccount(app.db.sql, older);
    expect(await isVerified(person)).toBe(false);
  });

  it("a rejected request is not replayed to the next attempt", async () => {
    const person = await register(app);
    await standIn.control("faults/add", {
      call: "POST /v1/accounts",
      shows: { kind: "error", status: 400, message: "Sign up for Connect first", stored: true },
    });
    const refused = await connect(person);
    expect(refused.status).toBe(503);
    expect(refused.json.error).toBe("Could not start Stripe onboarding process.");
    expect((await connect(person)).status).toBe(200);
  });
});

describe("the billing portal", () => {
  it("opens for a customer created on the way", async () => {
    const person = await register(app);
    const answer = await call("POST", "/api/stripe/create-portal-session", {
      token: person.token,
      json: {},
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.url).toMatch(/^http:\/\/localhost:/);
    const [user] = await owner`select stripe_customer_id as id from users where id = ${person.id}`;
    expect(user?.id).toMatch(/^cus_/);
  });

  it("reports that Stripe is unavailable", async () => {
    const { token } = await register(app);
    await standIn.control("faults/add", {
      call: "POST /v1/billing_portal/sessions",
      times: 3,
      shows: { kind: "error", status: 500 },
    });
    const answer = await call("POST", "/api/stripe/create-portal-session", { token });
    expect(answer.status).toBe(503);
    expect(answer.json.error).toBe("Failed to open billing management.");
  });
});

it.each(["create-connect-account", "refresh-account", "create-portal-session"])(
  "%s requires a session",
  async (path) => {
    expect((await call("POST", `/api/stripe/${path}`)).status).toBe(401);
  },
);

describe("a user under 18", () => {
  const minor = async () => {
    const person = await register(app, "minor");
    await owner`update users set is_minor = true where id = ${person.id}`;
    return person;
  };
  const confirm = ({ token }: Person, guardianConfirmed: unknown) =>
    call("POST", "/api/stripe/create-connect-account", { token, json: { guardianConfirmed } });
  const confirmations = ({ id }: Person) => owner`
    select from audit_log where action = 'user.confirm_guardian' and subject = ${`user:${id}`}`;

  it("sets up payouts only after confirming, once, that the account is a guardian's", async () => {
    const person = await minor();
    const refused = await connect(person);
    expect([refused.status, refused.json.code]).toEqual([403, "guardian_required"]);
    expect(refused.json.error).toMatch(/^Until you are 18, money is paid out to a parent/);
    for (const value of [false, "yes", 1]) {
      expect((await confirm(person, value)).status).toBe(422);
    }
    await expect(getAccount(app, person.id)).rejects.toThrow("No account");
    const opened = await Promise.all([confirm(person, true), confirm(person, true)]);
    for (const { json } of opened) expect(json.url).toMatch(/\/setup\/e\/acct_/);
    expect(await confirmations(person)).toHaveLength(1);
    const [row] = await owner`
      select guardian_confirmed_at as at from users where id = ${person.id}`;
    expect(row?.at).toEqual(app.clock.at);
    expect((await connect(person)).json.url).toMatch(/\/setup\/e\/acct_/);
  });

  it("who says so later confirms before the next withdrawal", async () => {
    const person = await createCreator(app, 1_000);
    await owner`update users set is_minor = true where id = ${person.id}`;
    const refused = await withdraw(app, person, 500);
    expect([refused.status, refused.json.code]).toEqual([403, "guardian_required"]);
    expect((await confirm(person, true)).json.url).toMatch(/\/express\/acct_/);
    expect((await withdraw(app, person, 500)).status).toBe(200);
    await app.settle();
  });

  it("is nobody from 18 on: a confirmation of an adult is not stored", async () => {
    const person = await register(app);
    expect((await confirm(person, true)).status).toBe(200);
    expect(await confirmations(person)).toHaveLength(0);
  });
});
