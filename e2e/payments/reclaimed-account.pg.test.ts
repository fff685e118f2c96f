import { startGoogleServer } from "@fairclick/api/testing/google-server";
import {
  googleProfile,
  googleSettings,
  openGoogleBrowser,
} from "@fairclick/api/testing/google-sign-in";
import { agreement, campaignInput, type Person, register } from "@fairclick/api/testing/people";
import { setStripeAccount, setStripeCustomer } from "@fairclick/sql/money/stripe";
import { afterEach, expect, it } from "vitest";
import { createCreator, lastWithdrawal, listTransfers } from "./creators";
import {
  earn,
  expectProvenBooks,
  getAccount,
  onboard,
  openCheckout,
  readCents,
  withdraw,
} from "./money";
import { createStripeApp } from "./stripe-app";

const client = { id: "client", secret: "secret" };
const google = startGoogleServer(client);
const app = await createStripeApp({ google: googleSettings(client, google) });
const { call, owner, clock } = app;

afterEach(() => expectProvenBooks(app));

const me = async (token: string) => (await call("GET", "/api/auth/me", { token })).json.data?.user;
const later = (minutes: number) => {
  clock.at = new Date(clock.at.getTime() + minutes * 60_000);
};

async function createKey(person: Person): Promise<string> {
  const campaign = await call("POST", "/api/campaigns", {
    token: person.token,
    json: campaignInput(app),
  });
  const key = await call("POST", `/api/campaigns/${campaign.json.data._id}/keys`, {
    token: person.token,
    json: { name: "Game server" },
  });
  return key.json.data.token;
}

const report = (key: string) =>
  call("POST", "/api/conversions", { token: key, json: { clickId: crypto.randomUUID() } });

/** Opens an account with somebody else's e-mail and adds everything that pays out or signs in. */
async function createSquattedAccount() {
  const squatter = await createCreator(app, 500);
  const ownGoogle = googleProfile();
  await owner`update users set google_subject = ${ownGoogle.sub} where id = ${squatter.id}`;
  later(1);
  await openCheckout(app, squatter, 1_000);
  const account = await getAccount(app, squatter.id);
  return { squatter, ownGoogle, account, key: await createKey(squatter) };
}

it("removes everything of the squatter when the owner of the e-mail signs in", async () => {
  const { squatter, ownGoogle, account, key } = await createSquattedAccount();
  await withdraw(app, squatter, 400);
  expect((await report(key)).status).not.toBe(401);
  const [before] = await owner`select stripe_customer_id from users where id = ${squatter.id}`;

  later(1);
  const browser = openGoogleBrowser(app, google);
  const token = await browser.signIn(googleProfile({ email: squatter.email }));
  const reclaimed = await me(token);
  expect(reclaimed).toMatchObject({ _id: squatter.id, stripeAccountVerified: false });
  expect(await me(squatter.token)).toBeUndefined();
  const password = await call("POST", "/api/auth/login", {
    json: { email: squatter.email, password: "correct horse" },
  });
  expect(password.status).toBe(401);
  const elsewhere = await openGoogleBrowser(app, google).signIn(ownGoogle);
  expect((await me(elsewhere))._id).not.toBe(squatter.id);
  expect((await report(key)).status).toBe(401);
  expect(await lastWithdrawal(app, squatter)).toMatchObject({ status: "failed" });
  expect(await readCents(app, squatter)).toMatchObject({ earnings: 500, inTransit: 0 });

  const ownerOfIt = { ...squatter, token };
  expect((await withdraw(app, ownerOfIt, 100)).status).toBe(403);
  later(1);
  const unread = await call("POST", "/api/stripe/create-connect-account", { token, json: {} });
  expect(unread.json.code).toBe("terms_required");
  await call("POST", "/api/users/agreement", { token, json: agreement });
  const own = await onboard(app, ownerOfIt);
  expect(own).not.toBe(account);
  await openCheckout(app, ownerOfIt, 1_000);
  const [after] = await owner`select stripe_customer_id from users where id = ${squatter.id}`;
  expect(after?.stripeCustomerId).not.toBe(before?.stripeCustomerId);
  await earn(app, ownerOfIt, 300);
  await withdraw(app, ownerOfIt, 800);
  await app.settle();
  expect(await listTransfers(app, squatter)).toMatchObject([{ amount: 800, destination: own }]);
});

it("records what was disconnected, and tells the owner", async () => {
  const { squatter, account } = await createSquattedAccount();
  const token = await openGoogleBrowser(app, google).signIn(
    googleProfile({ email: squatter.email }),
  );
  const [row] = await owner`
    select actor_kind, before, after from audit_log
    where action = 'user.reclaim' and subject = ${`user:${squatter.id}`}`;
  expect(row).toMatchObject({
    before: { password: true, google: true, stripeAccountId: account },
    after: { keys: 1, sessions: 1 },
  });
  const { json } = await call("GET", "/api/notices", { token });
  expect(json.data.map(({ title }: { title: string }) => title)).toContain(
    "This account is yours now",
  );
});

it("rejects a payout account or customer whose creation at Stripe was still running", async () => {
  const squatter = await register(app);
  await openGoogleBrowser(app, google).signIn(googleProfile({ email: squatter.email }));
  const userId = squatter.id as Parameters<typeof setStripeAccount>[1]["userId"];
  const late = { userId, attempt: 1, at: clock.at, country: "US", instead: null };
  await setStripeAccount(app.db.sql, { ...late, accountId: "acct_late" });
  await setStripeCustomer(app.db.sql, { ...late, customerId: "cus_late" });
  const [row] = await owner`
    select stripe_account_id, stripe_customer_id from users where id = ${squatter.id}`;
  expect(row).toEqual({ stripeAccountId: null, stripeCustomerId: null });
});

const changes: [string, (person: Person) => Promise<unknown>][] = [
  [
    "the password",
    ({ token }) =>
      call("POST", "/api/auth/password", {
        token,
        json: { newPassword: "battery staple" },
      }),
  ],
  [
    "the e-mail",
    ({ token, id }) =>
      call("PUT", "/api/users/profile/email", {
        token,
        json: { email: `${id}@elsewhere.example` },
      }),
  ],
  [
    "the Google account",
    async ({ id, email }) => {
      await owner`update users set email_verified_at = now() where id = ${id}`;
      await openGoogleBrowser(app, google).signIn(googleProfile({ email }));
    },
  ],
];

it.each(changes)("holds the next withdrawal if %s has changed since payouts", async (_, change) => {
  const creator = await createCreator(app, 900);
  await withdraw(app, creator, 100);
  await app.settle();
  later(1);
  await change(creator);
  later(1);
  await withdraw(app, creator, 200);
  await app.settle();
  const [held] = await owner`
    select id, hold_reason from withdrawals where user_id = ${creator.id} and held_at is not null`;
  expect(held?.holdReason).toBe(
    "The password, e-mail or Google account changed after the payout account was connected.",
  );
  expect(await listTransfers(app, creator)).toHaveLength(1);
  await owner`update withdrawals set held_at = null, hold_reason = null, hold_kinds = null, hold_until = null where id = ${held?.id}`;
  await app.settle();
  await withdraw(app, creator, 300);
  await app.settle();
  expect(await listTransfers(app, creator)).toHaveLength(3);
});

it("holds a withdrawal to a payout account that replaced another one", async () => {
  const creator = await createCreator(app, 900);
  await withdraw(app, creator, 100);
  await app.settle();
  await owner`
    update users set stripe_account_id = null, stripe_account_verified = false,
      stripe_account_attempt = stripe_account_attempt + 1 where id = ${creator.id}`;
  later(1);
  await onboard(app, creator);
  await withdraw(app, creator, 200);
  await app.settle();
  const [held] = await owner`
    select hold_reason from withdrawals where user_id = ${creator.id} and held_at is not null`;
  expect(held?.holdReason).toBe("Earlier ones went to another payout account.");
});
