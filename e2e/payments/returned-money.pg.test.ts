import { type Person, register } from "@fairclick/api/testing/people";
import { decideClicks } from "@fairclick/services/clicks/decide-clicks";
import { operatorCtx } from "@fairclick/services/testing/operator-ctx";
import { getBalance } from "@fairclick/sql/money/ledger";
import { afterEach, describe, expect, it } from "vitest";
import { earn, expectProvenBooks, onboard, readCents, withdraw } from "./money";
import { createStripeApp } from "./stripe-app";

const app = await createStripeApp();
const { owner, standIn } = app;
const nothing = { wallet: 0, earnings: 0, inTransit: 0 };

afterEach(() => expectProvenBooks(app));

async function sent(cents: number): Promise<{ creator: Person; payout: string; transfer: string }> {
  const creator = await register(app, "creator");
  await onboard(app, creator);
  await earn(app, creator, cents);
  await withdraw(app, creator, cents);
  await app.work();
  const { payout, transfer } = await readWithdrawal(creator);
  return { creator, payout: String(payout), transfer: String(transfer) };
}

async function readWithdrawal({ id }: Person) {
  const [row] = await owner`
    select status, transfer_id as transfer, payout_id as payout, failure_reason as reason,
      returned_micros as returned
    from withdrawals where user_id = ${id}`;
  if (!row) throw new Error("No withdrawal");
  return row;
}

describe("a payout that fails", () => {
  it("returns the money once, with the bank's reason", async () => {
    const { creator, payout } = await sent(3_000);
    await standIn.control("payouts/fail", { payout, code: "account_closed" });
    await standIn.control("clock/settle");
    await Promise.all([app.work(), app.work(), app.work()]);
    await app.settle();
    expect(await readWithdrawal(creator)).toMatchObject({
      status: "failed",
      returned: 30_000_000n,
      reason:
        "Your bank account has been closed. Please give Stripe another one. The money is back in your earnings.",
    });
    expect(await readCents(app, creator)).toEqual({ ...nothing, earnings: 3_000 });
  });

  it("returns the money even after the payout was paid", async () => {
    const { creator, payout } = await sent(3_000);
    await standIn.control("payouts/land", { payout });
    await app.settle();
    expect(await readWithdrawal(creator)).toMatchObject({ status: "completed" });
    await standIn.control("payouts/fail", { payout, code: "no_account" });
    await app.settle();
    expect(await readWithdrawal(creator)).toMatchObject({ status: "failed" });
    expect(await readCents(app, creator)).toEqual({ ...nothing, earnings: 3_000 });
    await withdraw(app, creator, 3_000);
    await app.settle();
    expect(await readCents(app, creator)).toEqual(nothing);
  });

  it("leaves the withdrawal unchanged while the transfer cannot be reversed, and retries later", async () => {
    const { creator, payout } = await sent(3_000);
    await standIn.control("faults/add", {
      call: "POST /v1/transfers/:id/reversals",
      shows: { kind: "error", status: 400, code: "balance_insufficient", stored: true },
    });
    await standIn.control("payouts/fail", { payout });
    await standIn.control("clock/settle");
    expect(await app.work()).toHaveLength(1);
    expect(await readWithdrawal(creator)).toMatchObject({ status: "completed", returned: 0n });
    await app.settle();
    expect(await readWithdrawal(creator)).toMatchObject({
      status: "failed",
      returned: 30_000_000n,
    });
    expect(await readCents(app, creator)).toEqual({ ...nothing, earnings: 3_000 });
  });
});

describe("a payout that cannot be created", () => {
  it("is created later if its answer was lost", async () => {
    const creator = await register(app, "creator");
    await onboard(app, creator);
    await earn(app, creator, 2_000);
    await withdraw(app, creator, 2_000);
    const shows = { kind: "hang" } as const;
    await standIn.control("faults/add", { call: "POST /v1/payouts", effect: "done", shows });
    expect(await app.work(app.impatient)).toHaveLength(1);
    expect(await readWithdrawal(creator)).toMatchObject({ status: "completed", payout: null });
    await standIn.control("clock/advance", { seconds: 2 * 86_400 });
    await app.settle();
    const account = await owner<{ id: string }[]>`
      select stripe_account_id as id from users where id = ${creator.id}`;
    const payouts = await app.deps.stripe?.payouts.list(
      {},
      { stripeAccount: account[0]?.id ?? "" },
    );
    expect(payouts?.data.map(({ id }) => id)).toEqual([(await readWithdrawal(creator)).payout]);
  });

  it("is not created for somebody who owes by then: the transfer is reversed and pays the debt", async () => {
    const creator = await register(app, "creator");
    await onboard(app, creator);
    await earn(app, creator, 2_000);
    await withdraw(app, creator, 2_000);
    const shows = { kind: "error", status: 400, code: "balance_insufficient" } as const;
    await standIn.control("faults/add", { call: "POST /v1/payouts", shows });
    await app.work();
    expect(await readWithdrawal(creator)).toMatchObject({ status: "completed", payout: null });
    const clicks = await owner<{ id: string }[]>`
      select id from clicks where creator_id = ${creator.id}`;
    const operator = await operatorCtx(app.db, owner, () => app.clock.at);
    await decideClicks(operator, {
      ...{ action: "reverse", category: "bot_traffic", reason: "A farm", dryRun: false },
      clicks: { ids: clicks.map(({ id }) => id) },
    });
    const debt = () => getBalance(app.db.sql, { kind: "debt", ownerId: creator.id });
    expect(await debt()).toBe(-20_000_000n);
    app.clock.at = new Date(app.clock.at.getTime() + 2 * 3_600_000);
    await app.settle();
    expect(await readWithdrawal(creator)).toMatchObject({
      ...{ status: "failed", payout: null, returned: 20_000_000n },
      reason: expect.stringMatching(/^Stopped, because payments for clicks were reversed/),
    });
    expect(await debt()).toBe(0n);
    expect(await readCents(app, creator)).toEqual(nothing);
  });

  it("reverses the transfer if Stripe rejects it", async () => {
    const creator = await register(app, "creator");
    await onboard(app, creator);
    await earn(app, creator, 2_000);
    await withdraw(app, creator, 2_000);
    const shows = { kind: "error", status: 400, code: "payouts_not_allowed" } as const;
    await standIn.control("faults/add", { call: "POST /v1/payouts", shows });
    await app.settle();
    expect(await readWithdrawal(creator)).toMatchObject({
      status: "failed",
      reason: expect.stringMatching(/^Your payout account cannot pay out at the moment/),
    });
    expect(await readCents(app, creator)).toEqual({ ...nothing, earnings: 2_000 });
  });
});

describe("a transfer that is reversed at Stripe", () => {
  it("returns in parts and whole, each part once", async () => {
    const creator = await register(app, "creator");
    await onboard(app, creator);
    await earn(app, creator, 3_000);
    await withdraw(app, creator, 3_000);
    const shows = { kind: "error", status: 400, code: "balance_insufficient" } as const;
    await standIn.control("faults/add", { call: "POST /v1/payouts", shows });
    await app.work();
    const { transfer } = await readWithdrawal(creator);
    const stripe = app.deps.stripe;
    await stripe?.transfers.createReversal(transfer, { amount: 1_000 });
    await standIn.control("clock/settle");
    await Promise.all([app.work(), app.work()]);
    expect(await readWithdrawal(creator)).toMatchObject({
      status: "completed",
      returned: 10_000_000n,
    });
    expect(await readCents(app, creator)).toEqual({ ...nothing, earnings: 1_000 });
    await stripe?.transfers.createReversal(transfer, { amount: 500 });
    await stripe?.transfers.createReversal(transfer);
    await app.settle();
    expect(await readWithdrawal(creator)).toMatchObject({
      status: "failed",
      reason: "Stripe reversed this withdrawal. The money is back in your earnings.",
    });
    expect(await readCents(app, creator)).toEqual({ ...nothing, earnings: 3_000 });
  });
});
