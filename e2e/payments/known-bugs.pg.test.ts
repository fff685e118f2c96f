import { campaignInput, type Person, register } from "@fairclick/api/testing/people";
import { microsFromCents } from "@fairclick/core/amounts";
import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import { addCampaign, addPendingClicks } from "@fairclick/services/testing/marketplace";
import { withTx } from "@fairclick/sql/db/tx";
import { getBalance } from "@fairclick/sql/money/ledger";
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

const app = await createStripeApp();
const { call, db, owner, standIn } = app;
const empty = { wallet: 0, earnings: 0, inTransit: 0 };

const readEarnings = ({ id }: Person) => getBalance(db.sql, { kind: "earnings", ownerId: id });

function settle() {
  const batch = { shard: 0, shards: 1, batchSize: 7, windowSeconds: 60 };
  return settleClicks(app.ctx, { ...batch, watermark: app.clock.at });
}

afterEach(() => expectProvenBooks(app));

it("repeating the request of a failed withdrawal pays nothing, and a new withdrawal debits again", async () => {
  const creator = await createCreator(app, 3_000);
  await standIn.control("faults/add", {
    call: "POST /v1/transfers",
    times: 1,
    shows: { kind: "error", status: 400, code: "account_invalid" },
  });
  const requestId = crypto.randomUUID();
  const json = { amount: 3_000, requestId };
  const request = () => call("POST", "/api/stripe/withdraw", { token: creator.token, json });
  await request();
  await app.work();
  expect(await lastWithdrawal(app, creator)).toMatchObject({ status: "failed" });
  expect(await readCents(app, creator)).toEqual({ ...empty, earnings: 3_000 });

  expect((await request()).json.transaction).toMatchObject({ status: "failed" });
  await app.settle();
  expect(await listTransfers(app, creator)).toEqual([]);

  await withdraw(app, creator, 3_000);
  expect(await readCents(app, creator)).toEqual({ ...empty, inTransit: 3_000 });
  await app.settle();
  expect(await readCents(app, creator)).toEqual(empty);
  expect(await listTransfers(app, creator)).toHaveLength(1);
});

it("the money of a failed payout returns from the account that received it", async () => {
  const creator = await createCreator(app, 2_000);
  const retired = await getAccount(app, creator.id);
  await withdraw(app, creator, 2_000);
  await app.work();
  const payout = String((await lastWithdrawal(app, creator))?.payout);
  await owner`update users set stripe_account_id = null, stripe_account_verified = false,
    stripe_account_attempt = stripe_account_attempt + 1 where id = ${creator.id}`;
  const next = await onboard(app, creator);
  expect(next).not.toBe(retired);

  await standIn.control("payouts/fail", { payout, code: "account_closed" });
  await app.settle();
  expect(await readCents(app, creator)).toEqual({ ...empty, earnings: 2_000 });
  const [transfer] = await listTransfers(app, creator);
  expect(transfer).toMatchObject({ destination: retired, amount_reversed: 2_000 });

  await withdraw(app, creator, 2_000);
  await app.settle();
  const paid = (await listTransfers(app, creator)).find((each) => each.amount_reversed === 0);
  expect(paid?.destination).toBe(next);
});

it("a click that arrives twice is paid once", async () => {
  const creator = await register(app, "creator");
  const { id: campaignId, payoutMicros } = await addCampaign(db);
  await standIn.control("balance/top-up", { amountCents: 1_500 });
  const at = new Date(app.clock.at.getTime() - 600_000);
  const clicks = Array.from({ length: 20 }, () => ({
    id: crypto.randomUUID(),
    at,
    campaignId,
    creatorId: creator.id,
  }));
  await addPendingClicks(db, clicks);
  await settle();
  await addPendingClicks(db, clicks);
  await Promise.all([settle(), settle(), settle()]);
  expect(await readEarnings(creator)).toBe(20n * payoutMicros);
});

it("a dispute debits the wallet once, and winning it restores the amount", async () => {
  const person = await register(app);
  const session = await openCheckout(app, person, 1_001);
  await standIn.control("checkout/pay", { session });
  await app.settle();
  const paid = await app.deps.stripe?.checkout.sessions.retrieve(session, {
    expand: ["payment_intent"],
  });
  const intent = paid?.payment_intent;
  if (!intent || typeof intent === "string") throw new Error("Not paid");
  const dispute = await standIn.control("disputes/open", { charge: String(intent.latest_charge) });
  await app.settle();
  expect(await readCents(app, person)).toEqual(empty);
  await standIn.control("disputes/close", { dispute: dispute.id, status: "won" });
  await app.settle();
  expect(await readCents(app, person)).toEqual({ ...empty, wallet: 1_001 });
  const { json } = await call("GET", "/api/wallet/transactions", { token: person.token });
  const amounts = json.transactions.map((line: { amount: number }) => line.amount);
  expect(amounts.sort()).toEqual([-10.01, 10.01, 10.01]);
});

it("everything can be withdrawn to the cent, and fractions of a cent cannot", async () => {
  const creator = await createCreator(app, 10);
  await earn(app, creator, 20);
  const summary = await call("GET", "/api/wallet/summary", { token: creator.token });
  expect(summary.json.withdrawableBalance).toBe(0.3);
  for (const amount of [1e-12, 30.000000001, 30.5, 31]) {
    expect((await withdraw(app, creator, amount)).status, String(amount)).toBeGreaterThan(400);
  }
  expect((await withdraw(app, creator, 30)).status).toBe(200);
  expect(await readCents(app, creator)).toEqual({ ...empty, inTransit: 30 });
  await app.settle();
});

it("concurrent transactions never report missing money to a person who has it", async () => {
  const [ada, bob] = [await createCreator(app, 1_000), await createCreator(app, 1_000)];
  for (const person of [ada, bob]) {
    const session = await openCheckout(app, person, 6_000);
    await standIn.control("checkout/pay", { session });
  }
  await app.settle();
  const launch = ({ token }: Person) =>
    call("POST", "/api/campaigns", { token, json: campaignInput(app, { budget: 15 }) });
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => [ada, bob].map(launch))
      .flat()
      .concat([ada, bob].map((person) => withdraw(app, person, 1_000))),
  );
  expect(answers.map(({ status }) => status)).toEqual([...Array(8).fill(201), 200, 200]);
  expect(answers.slice(0, 8).map(({ json }) => json.data.status)).toEqual(Array(8).fill("ACTIVE"));
  await app.settle();
  expect([await readCents(app, ada), await readCents(app, bob)]).toEqual([empty, empty]);
});

it("a deadlock is retried, and is reported as one if it does not end", async () => {
  const [ada, bob] = [await register(app), await register(app)];
  const met = createBarrier();
  const cross = (first: Person, second: Person) =>
    withTx(db, async (tx) => {
      await tx`update users set email_verified_at = now() where id = ${first.id}`;
      await met();
      await tx`update users set email_verified_at = now() where id = ${second.id}`;
    });
  await Promise.all([cross(ada, bob), cross(bob, ada)]);
  let tries = 0;
  const endless = withTx(db, async (tx) => {
    tries += 1;
    await tx`do $$ begin raise exception 'locked' using errcode = '40P01'; end $$`;
  });
  await expect(endless).rejects.toMatchObject({ code: "40P01", message: "locked" });
  expect(tries).toBe(3);
});

/** Returns a barrier: the first two callers continue together, later ones do not wait. */
function createBarrier(): () => Promise<void> {
  let arrived = 0;
  let open = () => {};
  const both = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    arrived += 1;
    if (arrived === 2) open();
    return both;
  };
}

it("clicks of one campaign that are settled concurrently stop at the budget", async () => {
  const creator = await register(app, "creator");
  const payoutMicros = microsFromCents(1);
  const { id: campaignId } = await addCampaign(db, {
    payoutMicros,
    budgetMicros: 15n * payoutMicros + 3n,
  });
  await standIn.control("balance/top-up", { amountCents: 16 });
  const at = new Date(app.clock.at.getTime() - 600_000);
  await addPendingClicks(
    db,
    Array.from({ length: 40 }, () => ({ at, campaignId, creatorId: creator.id })),
  );
  await Promise.all([settle(), settle(), settle(), settle()]);
  await settle();
  expect(await readEarnings(creator)).toBe(15n * payoutMicros);
  expect(await getBalance(db.sql, { kind: "escrow", ownerId: campaignId })).toBe(3n);
  const [unpaid] = await owner`select count(*)::int as n from clicks
    where campaign_id = ${campaignId} and verdict = 'unpaid' and reason = 'exhausted'`;
  expect(unpaid?.n).toBe(25);
});
