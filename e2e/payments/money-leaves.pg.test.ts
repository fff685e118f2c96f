import { campaignInput, type Person } from "@fairclick/api/testing/people";
import { readConfig } from "@fairclick/services/config";
import { afterEach, expect, it } from "vitest";
import { cancelLast, createCreator, lastWithdrawal, listTransfers } from "./creators";
import { addPerson, earn, expectProvenBooks, withdraw } from "./money";
import { createStripeApp } from "./stripe-app";

/** The money settings of a new installation, which other tests override to save time. */
const { depositHoldHours, withdrawalReviewDollars, withdrawalReviewFirst } = readConfig({
  DATABASE_URL: "postgres://localhost/fairclick",
});
const app = await createStripeApp({
  depositHoldHours,
  withdrawalReviewDollars,
  withdrawalReviewFirst,
});
const { call, clock } = app;
const HOUR_MS = 3_600_000;

const scopes = ["withdrawals:read", "withdrawals:write"];
const { token: operator } = await app.addOperator("Ann", scopes);

afterEach(() => expectProvenBooks(app));

const wait = (hours: number) => {
  clock.at = new Date(clock.at.getTime() + hours * HOUR_MS);
};

/** Returns why the person's last withdrawal is held, or null if it is not. */
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

/** Creates a creator with old enough earnings and a first withdrawal that an operator released. */
async function createKnownCreator(cents: number): Promise<Person> {
  const creator = await createCreator(app, cents + 2_500);
  wait(73);
  expect((await withdraw(app, creator, 2_500)).status).toBe(200);
  await release(creator);
  wait(25);
  return creator;
}

it("launches no campaign that pays $1,000 per click", async () => {
  const { token } = await addPerson(app);
  const json = campaignInput(app, { payoutPerClick: 1_000, budget: 1_000 });
  const answer = await call("POST", "/api/campaigns", { token, json });
  expect([answer.status, answer.json.message]).toEqual([422, "One click can cost at most $5.00"]);
});

it("pays out no earnings before their deposit is 72 hours old", async () => {
  const creator = await createCreator(app, 100);
  expect((await withdraw(app, creator, 1)).json.code).toBe("insufficient_funds");
  wait(71);
  expect((await withdraw(app, creator, 1)).json.code).toBe("insufficient_funds");
  wait(2);
  expect((await withdraw(app, creator, 1)).status).toBe(200);
});

it("holds a first withdrawal until an operator releases it, also after a cancelled one", async () => {
  const creator = await createCreator(app, 1_000);
  wait(73);
  for (const cents of [1, 2]) {
    await withdraw(app, creator, cents);
    expect(await holdReason(creator)).toBe("It is this user's first to this payout account.");
    await app.work();
    expect(await listTransfers(app, creator)).toEqual([]);
    await cancelLast(app, creator);
  }
  await withdraw(app, creator, 3);
  await release(creator);
  expect((await withdraw(app, creator, 4)).json.transaction.description).toBe(
    "On its way to your bank",
  );
  await app.settle();
  expect(await listTransfers(app, creator)).toHaveLength(2);
});

it("holds the first withdrawal to another payout account again", async () => {
  const creator = await createKnownCreator(1_000);
  await app.owner`update users set stripe_account_id = 'acct_new' where id = ${creator.id}`;
  await withdraw(app, creator, 1);
  expect(await holdReason(creator)).toBe("It is this user's first to this payout account.");
});

it("holds $100, and parts that add up to $100 within a day", async () => {
  const creator = await createKnownCreator(40_000);
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

it("counts a withdrawal that was requested earlier and sent within the day", async () => {
  const creator = await createKnownCreator(20_000);
  await withdraw(app, creator, 9_900);
  wait(48);
  await app.settle();
  await earn(app, creator, 1);
  await withdraw(app, creator, 100);
  expect(await holdReason(creator)).toContain("With $99.00 in the 24 hours before");
});

it("holds a withdrawal of earnings that a developer on the same device or card paid", async () => {
  const creator = await createKnownCreator(3_000);
  await withdraw(app, creator, 100);
  expect(await holdReason(creator)).toBeNull();
  await app.settle();
  wait(25);
  const [payer] = await app.owner<{ id: string }[]>`
    select distinct d.user_id as id from ledger_accounts a
    join ledger_lot_balances b on b.account_id = a.id
    join ledger_lots l on l.id = b.lot_id
    join deposits d on 'deposit:' || d.id = l.reference
    where a.kind = 'earnings' and a.owner_id = ${creator.id}`;
  const payerId = payer?.id ?? "";
  await app.owner`
    insert into presences (user_id, kind, key, seen_at)
    select unnest(${[creator.id, payerId]}::uuid[]), 'device', 'like:both', now()`;
  await withdraw(app, creator, 1);
  expect(await holdReason(creator)).toBeNull();
  await app.settle();

  await app.owner`
    insert into presences (user_id, kind, key, seen_at)
    select unnest(${[creator.id, payerId]}::uuid[]), 'device', 'cookie:both', now()`;
  await withdraw(app, creator, 1);
  expect(await holdReason(creator)).toContain("uses the same device");
  await cancelLast(app, creator);
  await app.owner`delete from presences where key = 'cookie:both'`;
});
