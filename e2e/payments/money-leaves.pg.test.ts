import { campaignInput, type Person } from "@fairclick/api/testing/people";
import { readConfig } from "@fairclick/services/config";
import { addOperator } from "@fairclick/services/operations/operators/add-operator";
import { afterEach, expect, it } from "vitest";
import { cancelLast, creatorWith, lastWithdrawal, transfersOf } from "./creators";
import { addPerson, earn, expectProvenBooks, withdraw } from "./money";
import { createStripeApp } from "./stripe-app";

/** What a new installation does with money, without the settings by which other tests hurry it. */
const { earningsHoldHours, withdrawalReviewDollars, withdrawalReviewFirst } = readConfig({
  DATABASE_URL: "postgres://localhost/fairclick",
});
const app = await createStripeApp({
  earningsHoldHours,
  withdrawalReviewDollars,
  withdrawalReviewFirst,
});
const { call, clock } = app;
const HOUR_MS = 3_600_000;

const asOwner = {
  db: { sql: app.owner, transactions: app.owner, end: async () => {} },
  now: () => clock.at,
};
const scopes = ["withdrawals:read", "withdrawals:write"];
const { token: operator } = await addOperator(asOwner, { name: "Ann", scopes });

afterEach(() => expectProvenBooks(app));

const wait = (hours: number) => {
  clock.at = new Date(clock.at.getTime() + hours * HOUR_MS);
};

/** What the last withdrawal of this person waits for, as an operator reads it; null if for nothing. */
async function holdReason(person: Person): Promise<string | null> {
  const last = await lastWithdrawal(app, person);
  const path = `/api/admin/withdrawals/${last?.id}`;
  return (await call("GET", path, { token: operator })).json.data.holdReason;
}

async function release(person: Person): Promise<void> {
  const last = await lastWithdrawal(app, person);
  const path = `/api/admin/withdrawals/${last?.id}/release`;
  const json = { reason: "a known creator" };
  expect((await call("POST", path, { token: operator, json })).status).toBe(200);
  await app.settle();
  expect(await lastWithdrawal(app, person)).toMatchObject({ status: "completed" });
}

/** A creator whose earnings are old enough and whose first withdrawal an operator has released. */
async function knownCreator(cents: number): Promise<Person> {
  const creator = await creatorWith(app, cents + 1);
  wait(73);
  expect((await withdraw(app, creator, 1)).status).toBe(200);
  await release(creator);
  wait(25);
  return creator;
}

it("launches no campaign that pays $1,000 for one click", async () => {
  const { token } = await addPerson(app);
  const json = campaignInput(app, { payoutPerClick: 1_000, budget: 1_000 });
  const answer = await call("POST", "/api/campaigns", { token, json });
  expect([answer.status, answer.json.message]).toEqual([422, "One click can cost at most $5.00"]);
});

it("lets no earnings leave before they are 72 hours old", async () => {
  const creator = await creatorWith(app, 100);
  expect((await withdraw(app, creator, 1)).json.code).toBe("insufficient_funds");
  wait(71);
  expect((await withdraw(app, creator, 1)).json.code).toBe("insufficient_funds");
  wait(2);
  expect((await withdraw(app, creator, 1)).status).toBe(200);
});

it("has a first withdrawal wait, after a cancelled one as well, until an operator releases it", async () => {
  const creator = await creatorWith(app, 1_000);
  wait(73);
  for (const cents of [1, 2]) {
    await withdraw(app, creator, cents);
    expect(await holdReason(creator)).toBe("It is this user's first to this payout account.");
    await app.work();
    expect(await transfersOf(app, creator)).toEqual([]);
    await cancelLast(app, creator);
  }
  await withdraw(app, creator, 3);
  await release(creator);
  expect((await withdraw(app, creator, 4)).json.transaction.description).toBe(
    "On its way to your bank",
  );
  await app.settle();
  expect(await transfersOf(app, creator)).toHaveLength(2);
});

it("has the first one to another payout account wait again", async () => {
  const creator = await knownCreator(1_000);
  await app.owner`update users set stripe_account_id = 'acct_new' where id = ${creator.id}`;
  await withdraw(app, creator, 1);
  expect(await holdReason(creator)).toBe("It is this user's first to this payout account.");
});

it("has $100 wait, and the parts of $100 within a day", async () => {
  const creator = await knownCreator(40_000);
  await withdraw(app, creator, 10_000);
  expect(await holdReason(creator)).toBe("It is $100 or more.");
  await cancelLast(app, creator);

  await withdraw(app, creator, 9_900);
  expect(await holdReason(creator)).toBeNull();
  await app.settle();
  wait(23);
  await withdraw(app, creator, 100);
  expect(await holdReason(creator)).toBe("With $99.00 in the 24 hours before, it is $100 or more.");
  await cancelLast(app, creator);
  await withdraw(app, creator, 99);
  expect(await holdReason(creator)).toBeNull();
  await app.settle();
  wait(25);
  await withdraw(app, creator, 9_999);
  expect(await holdReason(creator)).toBeNull();
  await app.settle();
});

it("counts what was requested long ago and sent within the day", async () => {
  const creator = await knownCreator(20_000);
  await withdraw(app, creator, 9_900);
  wait(48);
  await app.settle();
  await earn(app, creator, 1);
  await withdraw(app, creator, 100);
  expect(await holdReason(creator)).toContain("With $99.00 in the 24 hours before");
});
