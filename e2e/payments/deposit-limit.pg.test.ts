import type { Person } from "@fairclick/api/testing/people";
import { reconcileStripe } from "@fairclick/services/money/ledger";
import { sweepPayments } from "@fairclick/services/money/stripe-events";
import { expectRightBooks } from "@fairclick/services/testing/expect-right-books";
import { getBalance } from "@fairclick/sql/money/ledger";
import { afterEach, expect, it } from "vitest";
import { addPerson, openCheckout, readCents, signIn } from "./money";
import { createEarner, passTime, payIn } from "./stolen-cards";
import { createStripeApp } from "./stripe-app";

const app = await createStripeApp();
const HOUR_MS = 3_600_000;

afterEach(() => expectRightBooks(app));

const open = (person: Person, amount: number) =>
  app.call("POST", "/api/stripe/create-checkout-session", {
    token: person.token,
    json: { amount },
  });
const refund = (person: Person, amount: number) =>
  app.call("POST", "/api/stripe/refunds", { token: person.token, json: { amount } });

async function listRefunds({ id }: Person) {
  return app.owner<{ status: string; kinds: string[] | null; amountMicros: bigint }[]>`
    select status, hold_kinds as kinds, amount_micros from refunds where user_id = ${id}
    order by requested_at, id`;
}

it("does not let an account without clicks drain the platform through Stripe's fees", async () => {
  const person = await addPerson(app);
  for (let round = 0; round < 3; round += 1) {
    const page = await open(person, 99_999_900);
    if (page.status === 200) {
      await app.standIn.control("checkout/pay", { session: page.json.id });
      await app.settle();
    }
    await refund(person, 99_999_900);
    await app.settle();
  }
  expect(await readCents(app, person)).toMatchObject({ wallet: 0 });
  await payIn(app, person, { cents: 40_000, card: "success" });
  expect((await refund(person, 40_000)).status).toBe(200);
  await app.settle();
  await reconcileStripe(app.ctx);
  expect(await getBalance(app.db.sql, { kind: "stripe_fees" })).toBe(0n);
});

it("limits what a new account can add in a day, however the payments are divided", async () => {
  const person = await addPerson(app);
  const huge = await open(person, 99_999_900);
  expect([huge.status, huge.json.code, huge.json.message]).toEqual([
    409,
    "conflict",
    "You can add at most $1,000.00 within 24 hours. The limit grows with what your campaigns pay creators.",
  ]);
  await payIn(app, person, { cents: 50_000, card: "success" });
  const answers = await Promise.all([1, 2, 3, 4].map(() => open(person, 20_000)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.json.message).toContain("$900.00 of it is paid or on an open payment page");
  await passTime(app, 23 * HOUR_MS);
  await app.settle();
  const later = { ...person, token: await signIn(app, person.id) };
  expect((await open(later, 50_001)).status).toBe(409);
  await passTime(app, HOUR_MS);
  await openCheckout(app, later, 100_000);
});

it("frees what an abandoned page blocks after an hour, and opens a repeated request again", async () => {
  const person = await addPerson(app);
  const json = { amount: 100_000, requestId: crypto.randomUUID() };
  for (const _ of [1, 2]) {
    const { token } = person;
    const page = await app.call("POST", "/api/stripe/create-checkout-session", { token, json });
    expect(page.status, page.text).toBe(200);
  }
  expect((await open(person, 100)).status).toBe(409);
  await passTime(app, HOUR_MS + 1_000);
  await app.settle();
  expect((await open(person, 100_000)).status).toBe(200);
});

it("frees at once what was asked for on a page that Stripe could not open", async () => {
  const person = await addPerson(app);
  await app.standIn.control("faults/add", {
    call: "POST /v1/checkout/sessions",
    shows: { kind: "error", status: 400 },
  });
  expect((await open(person, 100_000)).status).toBeGreaterThanOrEqual(400);
  expect((await open(person, 100_000)).status).toBe(200);
});

it("lets the limit grow with what clicks have cost", async () => {
  const developer = await addPerson(app);
  await payIn(app, developer, { cents: 50_000, card: "success" });
  await createEarner(app, { developer, cents: 40_000 });
  expect((await open(developer, 90_001)).status).toBe(409);
  expect((await open(developer, 90_000)).status).toBe(200);
});

it("lets refunds of more than $500 in a month wait for a person", async () => {
  const person = await addPerson(app);
  await payIn(app, person, { cents: 100_000, card: "success" });
  expect((await refund(person, 40_000)).status).toBe(200);
  expect((await refund(person, 10_001)).status).toBe(200);
  await app.settle();
  const refunds = await listRefunds(person);
  expect(refunds.map(({ kinds }) => kinds)).toEqual([null, ["large_refunds"]]);
  expect(refunds[1]?.status).toBe("pending");
});

it("lets the large refund of a deleted account wait as well, and says so before", async () => {
  const person = await addPerson(app);
  await payIn(app, person, { cents: 60_000, card: "success" });
  const { json: plan } = await app.call("GET", "/api/users/profile/deletion", person);
  expect(plan).toMatchObject({ stripeFees: 17.7, refundsWait: true });
  const json = { giveUpWalletCents: 0, giveUpEarnings: false };
  const deleted = await app.call("POST", "/api/users/profile/delete", { ...person, json });
  expect(deleted.status, deleted.text).toBe(200);
  await app.settle();
  await sweepPayments(app.ctx);
  await app.settle();
  expect(await listRefunds(person)).toMatchObject([
    { status: "pending", kinds: ["large_refunds"], amountMicros: 600_000_000n },
  ]);
});

it("takes Stripe's fee from a refund in proportion, as the preview says", async () => {
  const person = await addPerson(app);
  await payIn(app, person, { cents: 10_000, card: "success" });
  const preview = await app.call("GET", "/api/stripe/refundable", person);
  expect(preview.json.deposits).toMatchObject([{ amount: 100, refundable: 100, stripeFee: 3.2 }]);
  const { json } = await refund(person, 2_500);
  expect(json.transactions).toMatchObject([
    { amount: -25, description: expect.stringContaining("less Stripe's fee of $0.80") },
  ]);
  await app.settle();
  expect(await readCents(app, person)).toMatchObject({ wallet: 7_500 });
  const made = await app.ctx.stripe.refunds.list({ limit: 1 });
  expect(made.data).toMatchObject([{ amount: 2_420 }]);
  await app.standIn.control("refunds/fail", { refund: made.data[0]?.id ?? "" });
  await app.settle();
  expect(await readCents(app, person)).toMatchObject({ wallet: 10_000 });
});
