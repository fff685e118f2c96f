import { describe, expect, test } from "vitest";
import { type OpenStandIn, openStandIn } from "../testing/open-stand-in";
import { readyAccount } from "../testing/situations";

async function fundedAccount(open: OpenStandIn, amount = 1_000) {
  await open.standIn.control("balance/top-up", { amountCents: amount });
  const account = await readyAccount(open);
  await open.stripe.transfers.create({ amount, currency: "usd", destination: account });
  return { stripeAccount: account };
}

async function available(open: OpenStandIn, as: { stripeAccount: string }) {
  return (await open.stripe.balance.retrieve({}, as)).available[0]?.amount;
}

function payoutTypes({ endpoint }: OpenStandIn) {
  return endpoint.types().filter((type) => type.startsWith("payout."));
}

describe("a payout", () => {
  test("is pending, then in transit, then paid, and each event names its account", async () => {
    const open = await openStandIn();
    const { stripe, standIn, endpoint } = open;
    const as = await fundedAccount(open);
    const payout = await stripe.payouts.create({ amount: 600, currency: "usd" }, as);
    expect(payout).toMatchObject({ status: "pending", automatic: false });
    expect(await available(open, as)).toBe(400);
    await standIn.control("clock/advance", { seconds: 60 });
    expect((await stripe.payouts.retrieve(payout.id, {}, as)).status).toBe("paid");
    expect(payoutTypes(open)).toEqual([
      "payout.created",
      "payout.updated",
      "payout.updated",
      "payout.paid",
    ]);
    const sent = endpoint.events.filter(({ type }) => type.startsWith("payout."));
    expect(new Set(sent.map(({ account }) => account))).toEqual(new Set([as.stripeAccount]));
  });

  test("can fail after it was paid, and the money returns to its balance", async () => {
    const open = await openStandIn();
    const { stripe, standIn, endpoint } = open;
    const as = await fundedAccount(open);
    const { id } = await stripe.payouts.create({ amount: 600, currency: "usd" }, as);
    await standIn.control("clock/advance", { seconds: 60 });
    await standIn.control("payouts/fail", { payout: id, code: "no_account" });
    expect(await stripe.payouts.retrieve(id, {}, as)).toMatchObject({
      status: "failed",
      failure_code: "no_account",
    });
    expect(await available(open, as)).toBe(1_000);
    await standIn.control("clock/settle");
    expect(endpoint.types().slice(-2)).toEqual([
      "payout.failed",
      "account.external_account.updated",
    ]);
    await expect(standIn.control("payouts/fail", { payout: id })).rejects.toThrow();
  });

  test("costs the platform Connect's fees, an account once a month", async () => {
    const fee = { payoutBasisPoints: 25, payoutCents: 25, activeAccountCents: 200 };
    const open = await openStandIn({ fee });
    const { stripe, standIn } = open;
    const as = await fundedAccount(open);
    const payOut = () => stripe.payouts.create({ amount: 400, currency: "usd" }, as);
    const [first, second] = [await payOut(), await payOut()];
    await standIn.control("clock/advance", { seconds: 32 * 24 * 60 * 60 });
    await standIn.control("clock/settle");
    const third = await stripe.payouts.create({ amount: 200, currency: "usd" }, as);
    const { data } = await stripe.balanceTransactions.list({ type: "stripe_fee" });
    const lines = data.map(({ amount, description, source }) => [amount, description, source]);
    expect(lines.toReversed()).toEqual([
      [-26, `Connect payout ${first.id}`, null],
      [-200, expect.stringContaining(`Connect active account ${as.stripeAccount} `), null],
      [-26, `Connect payout ${second.id}`, null],
      [-26, `Connect payout ${third.id}`, null],
      [-200, expect.stringContaining(`Connect active account ${as.stripeAccount} `), null],
    ]);
  });

  test("to a closed test bank fails", async () => {
    const open = await openStandIn();
    const { stripe, standIn } = open;
    const as = await fundedAccount(open);
    await standIn.control("accounts/complete", {
      account: as.stripeAccount,
      bank: "account_closed",
    });
    const { id } = await stripe.payouts.create({ amount: 600, currency: "usd" }, as);
    await standIn.control("clock/advance", { seconds: 60 });
    expect(await stripe.payouts.retrieve(id, {}, as)).toMatchObject({
      status: "failed",
      failure_code: "account_closed",
    });
  });

  test("can be cancelled only while it is pending", async () => {
    const open = await openStandIn();
    const { stripe, standIn } = open;
    const as = await fundedAccount(open);
    const first = await stripe.payouts.create({ amount: 600, currency: "usd" }, as);
    await stripe.payouts.cancel(first.id, {}, as);
    expect(await available(open, as)).toBe(1_000);
    const second = await stripe.payouts.create({ amount: 600, currency: "usd" }, as);
    await standIn.control("payouts/land", { payout: second.id });
    await expect(stripe.payouts.cancel(second.id, {}, as)).rejects.toMatchObject({
      statusCode: 400,
    });
    await standIn.control("clock/advance", { seconds: 60 });
    expect((await stripe.payouts.retrieve(first.id, {}, as)).status).toBe("canceled");
    expect(payoutTypes(open).filter((type) => type === "payout.paid")).toHaveLength(1);
  });

  test("of more than the balance, or for a restricted account, is rejected", async () => {
    const open = await openStandIn();
    const { stripe, standIn } = open;
    const as = await fundedAccount(open);
    const pay = (amount: number) => stripe.payouts.create({ amount, currency: "usd" }, as);
    await expect(pay(1_001)).rejects.toMatchObject({ code: "balance_insufficient" });
    await standIn.control("accounts/restrict", { account: as.stripeAccount });
    await expect(pay(1_000)).rejects.toMatchObject({ code: "payouts_not_allowed" });
    expect(await available(open, as)).toBe(1_000);
  });

  test("belongs to its account and is invisible to the platform", async () => {
    const open = await openStandIn();
    const { stripe } = open;
    const as = await fundedAccount(open);
    const { id } = await stripe.payouts.create({ amount: 600, currency: "usd" }, as);
    await expect(stripe.payouts.retrieve(id)).rejects.toMatchObject({ code: "resource_missing" });
    expect((await stripe.payouts.list()).data).toEqual([]);
  });
});

test("an account with a manual schedule has no automatic payouts", async () => {
  const open = await openStandIn();
  const as = await fundedAccount(open);
  await open.standIn.control("clock/advance", { seconds: 3 * 24 * 60 * 60 });
  expect((await open.stripe.payouts.list({}, as)).data).toEqual([]);
});

test("an account without a manual schedule is paid out the next day", async () => {
  const open = await openStandIn();
  const { stripe, standIn } = open;
  await standIn.control("balance/top-up", { amountCents: 900 });
  const { id } = await stripe.accounts.create({
    type: "express",
    capabilities: { transfers: { requested: true } },
  });
  await standIn.control("accounts/complete", { account: id });
  for (const amount of [400, 500]) {
    await stripe.transfers.create({ amount, currency: "usd", destination: id });
  }
  await standIn.control("clock/advance", { seconds: 2 * 24 * 60 * 60 });
  const { data } = await stripe.payouts.list({}, { stripeAccount: id });
  expect(data).toMatchObject([{ amount: 900, automatic: true, status: "paid" }]);
});
