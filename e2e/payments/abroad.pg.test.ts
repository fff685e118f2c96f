import { type Person, register } from "@fairclick/api/testing/people";
import { afterEach, describe, expect, it } from "vitest";
import { lastWithdrawal } from "./creators";
import { earn, expectProvenBooks, getAccount, onboard, readCents, withdraw } from "./money";
import { createStripeApp } from "./stripe-app";

const app = await createStripeApp();
const { call, deps, owner, standIn } = app;

afterEach(() => expectProvenBooks(app));

const choose = ({ token }: Person, country: string) =>
  call("PUT", "/api/users/profile/country", { token, json: { country } });

const terms = async ({ token }: Person) =>
  (await call("GET", "/api/stripe/payout-terms", { token })).json;

async function createCreatorIn(country: string, cents: number): Promise<Person> {
  const person = await register(app, "creator");
  await choose(person, country);
  await onboard(app, person);
  await earn(app, person, cents);
  return person;
}

async function readPayout(person: Person) {
  const stripeAccount = await getAccount(app, person.id);
  const list = await deps.stripe?.payouts.list({}, { stripeAccount });
  return list?.data[0];
}

describe("a creator in the United States", () => {
  it("is the default, and is paid in dollars from the first cent", async () => {
    const person = await register(app, "creator");
    await onboard(app, person);
    await earn(app, person, 1);
    expect(await terms(person)).toMatchObject({
      country: "US",
      fixed: true,
      unsupported: null,
      currency: "usd",
      minimum: 0.01,
      rate: 1,
    });
    expect((await withdraw(app, person, 1)).status).toBe(200);
    await app.settle();
    expect(await readPayout(person)).toMatchObject({ amount: 1, currency: "usd" });
  });
});

describe("a creator in Germany", () => {
  it("has an account there under the full agreement, and is paid in euros", async () => {
    const person = await createCreatorIn("DE", 2_000);
    const account = await deps.stripe?.accounts.retrieve(await getAccount(app, person.id));
    expect(account).toMatchObject({
      country: "DE",
      default_currency: "eur",
      tos_acceptance: { service_agreement: "full" },
    });
    expect((await withdraw(app, person, 2_000)).status).toBe(200);
    await app.settle();
    expect(await readPayout(person)).toMatchObject({ amount: 1_800, currency: "eur" });
    expect(await lastWithdrawal(app, person)).toMatchObject({ status: "completed" });
  });

  it("sees minimum, currency, fee and rate before a withdrawal", async () => {
    const person = await createCreatorIn("DE", 499);
    expect(await terms(person)).toMatchObject({ currency: "eur", minimum: 5, rate: 0.9 });
    expect((await terms(person)).fee).toContain("into EUR");
    const refused = await withdraw(app, person, 499);
    expect(refused.status).toBe(422);
    expect(refused.json.error).toBe("The smallest withdrawal to Germany is $5.00.");
    expect(await readCents(app, person)).toEqual({ wallet: 0, earnings: 499, inTransit: 0 });
  });

  it("gets the dollars back if the bank returns the euros", async () => {
    const person = await createCreatorIn("DE", 1_000);
    await withdraw(app, person, 1_000);
    await app.settle();
    const payout = (await readPayout(person))?.id ?? "";
    await standIn.control("payouts/fail", { payout, code: "account_closed" });
    await app.settle();
    expect(await lastWithdrawal(app, person)).toMatchObject({ status: "failed" });
    expect(await readCents(app, person)).toEqual({ wallet: 0, earnings: 1_000, inTransit: 0 });
  });

  it("cannot move after the account exists", async () => {
    const person = await createCreatorIn("DE", 1);
    expect((await choose(person, "US")).status).toBe(409);
    expect((await terms(person)).country).toBe("DE");
  });

  it("reads no rate if Stripe answers none", async () => {
    const person = await createCreatorIn("DE", 1);
    await standIn.control("faults/add", {
      call: "GET /v1/exchange_rates/:id",
      times: 3,
      shows: { kind: "error", status: 500 },
    });
    expect(await terms(person)).toMatchObject({ currency: "eur", rate: null });
  });
});

describe("a creator in Brazil", () => {
  it("reads that Stripe cannot pay out there, and opens no account", async () => {
    const person = await register(app, "creator");
    await choose(person, "BR");
    const unsupported =
      "Stripe cannot pay out to Brazil yet; you can still spend earnings on your own campaigns.";
    expect(await terms(person)).toMatchObject({ country: "BR", fixed: false, unsupported });
    const refused = await call("POST", "/api/stripe/create-connect-account", {
      token: person.token,
    });
    expect([refused.status, refused.json.error]).toEqual([409, unsupported]);
    const [row] = await owner`select stripe_account_id as id from users where id = ${person.id}`;
    expect(row?.id).toBeNull();
    await choose(person, "DE");
    await onboard(app, person);
    expect(await terms(person)).toMatchObject({ country: "DE", fixed: true });
  });
});

it("the country of the request counts, and no other one afterwards", async () => {
  const person = await register(app, "creator");
  const connect = (json: unknown) =>
    call("POST", "/api/stripe/create-connect-account", { token: person.token, json });
  expect((await connect({ country: "XX" })).status).toBe(422);
  expect((await connect({ country: "BR" })).status).toBe(409);
  expect((await connect({ country: "SE" })).status).toBe(200);
  expect((await connect({ country: "GB" })).status).toBe(200);
  expect(await terms(person)).toMatchObject({ country: "SE", currency: "sek", fixed: true });
});

it("accounts of a country that changed on the way are stored once, with their country", async () => {
  const person = await register(app, "creator");
  const connect = () => call("POST", "/api/stripe/create-connect-account", { token: person.token });
  await Promise.all([connect(), choose(person, "DE"), connect(), choose(person, "GB"), connect()]);
  const id = await getAccount(app, person.id);
  expect((await deps.stripe?.accounts.retrieve(id))?.country).toBe((await terms(person)).country);
});
