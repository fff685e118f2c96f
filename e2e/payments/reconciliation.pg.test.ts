import { campaignInput, register } from "@fairclick/api/testing/people";
import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import { reconcileStripe } from "@fairclick/services/money/ledger";
import { addPendingClicks } from "@fairclick/services/testing/marketplace";
import { withTx } from "@fairclick/sql/db/tx";
import { getBalance } from "@fairclick/sql/money/ledger";
import { getClearedTotal, postStripeFees } from "@fairclick/sql/money/stripe";
import { readDatabaseVitals } from "@fairclick/sql/operations/status";
import { reconcileStripeJob } from "@fairclick/worker/jobs";
import { expect, it } from "vitest";
import { onboard, openCheckout, withdraw } from "./money";
import { createStripeApp } from "./stripe-app";

/** Stripe's fees of a live account. */
const fee = { refundCents: 7, payoutBasisPoints: 25, payoutCents: 25, activeAccountCents: 200 };
const app = await createStripeApp({}, { fee });
const { call, clock, owner, standIn } = app;
const inTwoHours = { ...app.ctx, now: () => new Date(clock.at.getTime() + 2 * 3_600_000) };

async function pay(cents: number) {
  const person = await register(app);
  const session = await openCheckout(app, person, cents);
  await standIn.control("checkout/pay", { session });
  await app.settle();
  const [row] = await owner<{ intent: string }[]>`
    select payment_intent_id as intent from deposits where checkout_session_id = ${session}`;
  const intent = await app.deps.stripe?.paymentIntents.retrieve(row?.intent ?? "");
  return { person, intent: String(row?.intent), charge: String(intent?.latest_charge) };
}

/** Lets a creator earn five dollars of the developer's and withdraw three, and two that return. */
async function spend(developer: { token: string }) {
  const creator = await register(app);
  const json = campaignInput(app, { payoutPerClick: 0.05, budget: 5 });
  const launched = await call("POST", "/api/campaigns", { token: developer.token, json });
  const campaignId = launched.json.data._id;
  const at = new Date(clock.at.getTime() - 600_000);
  const click = { at, campaignId, creatorId: creator.id };
  await addPendingClicks(
    app.db,
    Array.from({ length: 100 }, () => click),
  );
  const scope = { shard: 0, shards: 1, batchSize: 100, windowSeconds: 60 };
  await settleClicks(app.ctx, { ...scope, watermark: clock.at });
  await onboard(app, creator);
  for (const cents of [200, 300]) {
    await withdraw(app, creator, cents);
    await app.settle();
  }
  const [row] = await owner<{ payout: string }[]>`
    select payout_id as payout from withdrawals where amount_micros = 2000000`;
  await standIn.control("payouts/fail", { payout: row?.payout ?? "" });
  await app.settle();
}

it("finds no differences in real movements, with one Stripe transaction for each of ours", async () => {
  const [first, second, third] = [await pay(5_000), await pay(2_000), await pay(1_000)];
  await standIn.control("refunds/create", { charge: first.charge, amountCents: 700 });
  const failing = await standIn.control("refunds/create", { charge: second.charge });
  const dispute = await standIn.control("disputes/open", { charge: third.charge });
  await app.settle();
  await standIn.control("refunds/fail", { refund: failing.id });
  await standIn.control("disputes/close", { dispute: dispute.id, status: "won" });
  await spend(first.person);
  await standIn.control("balance/top-up", { amountCents: 12_345 });
  const cardFeesCents = 175 + 88 + 59;
  const connectFeesCents = 200 + 26 + 26;
  const feesMicros = BigInt(cardFeesCents + 2 * 7 + connectFeesCents) * 10_000n;
  const found = {
    compared: 8 + 3 + 2 + 2 + 3,
    differences: [],
    unexplainedMicros: 0n,
    ownMicros: 123_450_000n,
    feesMicros,
  };
  const runs = await Promise.all([reconcileStripe(inTwoHours), reconcileStripe(inTwoHours)]);
  expect(runs).toMatchObject([found, found]);
  expect(runs.map(({ postedFees }) => postedFees).toSorted((a, b) => a - b)).toEqual([0, 10]);
  expect(await reconcileStripe(inTwoHours)).toMatchObject({ ...found, postedFees: 0 });
  expect(await getBalance(app.db.sql, { kind: "stripe_fees" })).toBe(-feesMicros);
  const { available, pending } = await app.ctx.stripe.balance.retrieve();
  const cents = [...available, ...pending].reduce((sum, { amount }) => sum + amount, 0);
  expect(await getClearedTotal(app.db.sql)).toBe(BigInt(cents - 12_345) * 10_000n);
});

it("ignores recent movements, then names those that Stripe has and we have not", async () => {
  const { charge } = await pay(1_000);
  await standIn.control("webhooks/behave", { lose: 1 });
  const refund = await standIn.control("refunds/create", { charge });
  await app.settle();
  expect((await reconcileStripe(app.ctx)).differences).toEqual([]);
  expect((await reconcileStripe(inTwoHours)).differences).toEqual([
    { key: `refund:${refund.id}`, stripeMicros: -10_000_000n, booksMicros: 0n },
  ]);
  await standIn.control("webhooks/behave", { lose: 0 });
});

it("names those that we have and Stripe has not, and raises an alarm", async () => {
  const { intent } = await pay(1_000);
  await owner`update deposits set payment_intent_id = 'pi_nowhere' where payment_intent_id = ${intent}`;
  const { differences } = await reconcileStripe(inTwoHours);
  expect(differences).toContainEqual({
    key: "payment:pi_nowhere",
    stripeMicros: 0n,
    booksMicros: 10_000_000n,
  });
  await reconcileStripeJob.run({ ...app.workerDeps, now: inTwoHours.now }, {});
  const { booksChecks } = await readDatabaseVitals(app.db.sql);
  expect(booksChecks).toEqual([{ name: "stripe_equals_clearing", differences: 3 }]);
});

it("names a fee that we posted and Stripe has not charged", async () => {
  await withTx(app.db, (tx) =>
    postStripeFees(tx, [{ id: "txn_nowhere", micros: 20_000n, memo: "of nothing" }]),
  );
  expect((await reconcileStripe(inTwoHours)).differences).toContainEqual({
    key: "fee:txn_nowhere",
    stripeMicros: 0n,
    booksMicros: -20_000n,
  });
});

it("reads every page", async () => {
  const before = (await reconcileStripe(inTwoHours)).ownMicros;
  for (let n = 0; n < 120; n += 1) await standIn.control("balance/top-up", { amountCents: 1 });
  expect((await reconcileStripe(inTwoHours)).ownMicros - before).toBe(1_200_000n);
});
