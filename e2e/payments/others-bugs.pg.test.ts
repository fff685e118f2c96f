import { campaignInput, type Person, register } from "@fairclick/api/testing/people";
import { microsFromCents } from "@fairclick/core/money/micros";
import { settleClicks } from "@fairclick/services/clicks/settle/settle-clicks";
import { addCampaign, addPendingClicks } from "@fairclick/services/testing/marketplace";
import { withTx } from "@fairclick/sql/db/tx";
import { getBalance } from "@fairclick/sql/money/ledger";
import { afterEach, expect, it } from "vitest";
import { creatorWith, lastWithdrawal, transfersOf } from "./creators";
import {
  accountOf,
  centsOf,
  earn,
  expectProvenBooks,
  onboard,
  openCheckout,
  withdraw,
} from "./money";
import { createStripeApp } from "./stripe-app";

const app = await createStripeApp();
const { call, db, owner, standIn } = app;
const empty = { wallet: 0, earnings: 0, inTransit: 0 };

const earningsOf = ({ id }: Person) => getBalance(db.sql, { kind: "earnings", ownerId: id });

function settle() {
  const batch = { shard: 0, shards: 1, batchSize: 7, windowSeconds: 60 };
  return settleClicks(app.ctx, { ...batch, watermark: app.clock.at });
}

afterEach(() => expectProvenBooks(app));

it("payout twice: a refund leaves the debit's dedupe row, so that the retry pays without debiting", async () => {
  const creator = await creatorWith(app, 3_000);
  await standIn.control("faults/add", {
    call: "POST /v1/transfers",
    times: 1,
    shows: { kind: "error", status: 400, code: "account_invalid" },
  });
  const requestId = crypto.randomUUID();
  const json = { amount: 3_000, requestId };
  const ask = () => call("POST", "/api/stripe/withdraw", { token: creator.token, json });
  await ask();
  await app.work();
  expect(await lastWithdrawal(app, creator)).toMatchObject({ status: "failed" });
  expect(await centsOf(app, creator)).toEqual({ ...empty, earnings: 3_000 });

  expect((await ask()).json.transaction).toMatchObject({ status: "failed" });
  await app.settle();
  expect(await transfersOf(app, creator)).toEqual([]);

  await withdraw(app, creator, 3_000);
  expect(await centsOf(app, creator)).toEqual({ ...empty, inTransit: 3_000 });
  await app.settle();
  expect(await centsOf(app, creator)).toEqual(empty);
  expect(await transfersOf(app, creator)).toHaveLength(1);
});

it("payout failed after its account was retired: the money comes back from the account that it went to", async () => {
  const creator = await creatorWith(app, 2_000);
  const retired = await accountOf(app, creator.id);
  await withdraw(app, creator, 2_000);
  await app.work();
  const payout = String((await lastWithdrawal(app, creator))?.payout);
  await owner`update users set stripe_account_id = null, stripe_account_verified = false,
    stripe_account_attempt = stripe_account_attempt + 1 where id = ${creator.id}`;
  const next = await onboard(app, creator);
  expect(next).not.toBe(retired);

  await standIn.control("payouts/fail", { payout, code: "account_closed" });
  await app.settle();
  expect(await centsOf(app, creator)).toEqual({ ...empty, earnings: 2_000 });
  const [transfer] = await transfersOf(app, creator);
  expect(transfer).toMatchObject({ destination: retired, amount_reversed: 2_000 });

  await withdraw(app, creator, 2_000);
  await app.settle();
  const paid = (await transfersOf(app, creator)).find((each) => each.amount_reversed === 0);
  expect(paid?.destination).toBe(next);
});

it("balance incremented twice for some sales: a click that comes twice is paid once", async () => {
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
  expect(await earningsOf(creator)).toBe(20n * payoutMicros);
});

it("refund or chargeback does not take credits back; claw-back in the wrong unit, reinstatement not netted", async () => {
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
  expect(await centsOf(app, person)).toEqual(empty);
  await standIn.control("disputes/close", { dispute: dispute.id, status: "won" });
  await app.settle();
  expect(await centsOf(app, person)).toEqual({ ...empty, wallet: 1_001 });
  const { json } = await call("GET", "/api/wallet/transactions", { token: person.token });
  const amounts = json.transactions.map((line: { amount: number }) => line.amount);
  expect(amounts.sort()).toEqual([-10.01, 10.01, 10.01]);
});

it("floats: everything can be withdrawn to the cent, and 1e-12 of one cannot", async () => {
  const creator = await creatorWith(app, 10);
  await earn(app, creator, 20);
  const summary = await call("GET", "/api/wallet/summary", { token: creator.token });
  expect(summary.json.withdrawableBalance).toBe(0.3);
  for (const amount of [1e-12, 30.000000001, 30.5, 31]) {
    expect((await withdraw(app, creator, amount)).status, String(amount)).toBeGreaterThan(400);
  }
  expect((await withdraw(app, creator, 30)).status).toBe(200);
  expect(await centsOf(app, creator)).toEqual({ ...empty, inTransit: 30 });
  await app.settle();
});

it("deadlock under load: whatever crosses, nobody is told of missing money who has it", async () => {
  const [ada, bob] = [await creatorWith(app, 1_000), await creatorWith(app, 1_000)];
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
  expect([await centsOf(app, ada), await centsOf(app, bob)]).toEqual([empty, empty]);
});

it("lock error shown as insufficient funds: a deadlock is tried again, and stays one where it does not end", async () => {
  const [ada, bob] = [await register(app), await register(app)];
  const met = meeting();
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

/** Lets two who have come so far go on together; whoever comes again is not kept. */
function meeting(): () => Promise<void> {
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

it("budget overspent: clicks of one campaign that are settled at once stop at the last that it can pay", async () => {
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
  expect(await earningsOf(creator)).toBe(15n * payoutMicros);
  expect(await getBalance(db.sql, { kind: "escrow", ownerId: campaignId })).toBe(3n);
  const [unpaid] = await owner`select count(*)::int as n from clicks
    where campaign_id = ${campaignId} and verdict = 'unpaid' and reason = 'exhausted'`;
  expect(unpaid?.n).toBe(25);
});
