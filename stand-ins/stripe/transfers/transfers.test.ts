import { describe, expect, test } from "vitest";
import { openStandIn } from "../testing/open-stand-in";
import { deposit, readyAccount } from "../testing/situations";

const usd = "usd";

describe("a transfer", () => {
  test("moves available money to the account, where it is available at once", async () => {
    const open = await openStandIn();
    const { stripe, standIn, endpoint } = open;
    await deposit(open, 5_000);
    const destination = await readyAccount(open);
    const transfer = await stripe.transfers.create({
      amount: 4_825,
      currency: usd,
      destination,
      transfer_group: "wd:1",
      metadata: { withdrawal_id: "1" },
    });
    expect((await stripe.balance.retrieve()).available[0]?.amount).toBe(0);
    const theirs = await stripe.balance.retrieve({}, { stripeAccount: destination });
    expect(theirs.available[0]?.amount).toBe(4_825);
    expect((await stripe.transfers.list({ transfer_group: "wd:1" })).data).toEqual([transfer]);
    expect((await stripe.transfers.list({ transfer_group: "wd:2" })).data).toEqual([]);
    await standIn.control("clock/settle");
    const created = endpoint.events.find(({ type }) => type === "transfer.created");
    expect(created).toMatchObject({ data: { object: { id: transfer.id } } });
    expect(created?.account).toBeUndefined();
  });

  test("is rejected while the money is pending, and succeeds once it is available", async () => {
    const open = await openStandIn();
    const { stripe, standIn } = open;
    await deposit(open, 5_000, "pending");
    const destination = await readyAccount(open);
    const send = () => stripe.transfers.create({ amount: 1_000, currency: usd, destination });
    await expect(send()).rejects.toMatchObject({ code: "balance_insufficient", statusCode: 400 });
    expect((await stripe.transfers.list()).data).toEqual([]);
    await standIn.control("clock/advance", { seconds: 2 * 24 * 60 * 60 });
    expect((await send()).amount).toBe(1_000);
  });

  test("from one charge may use its pending money, at most its amount", async () => {
    const open = await openStandIn();
    const { stripe, standIn } = open;
    const { charge } = await deposit(open, 5_000, "pending");
    const destination = await readyAccount(open);
    const send = (amount: number) =>
      stripe.transfers.create({ amount, currency: usd, destination, source_transaction: charge });
    expect((await send(4_000)).source_transaction).toBe(charge);
    await expect(send(1_001)).rejects.toMatchObject({ param: "amount" });
    const balances = async () => {
      const theirs = await stripe.balance.retrieve({}, { stripeAccount: destination });
      const ours = await stripe.balance.retrieve();
      return [ours, theirs].flatMap((each) => [each.available[0]?.amount, each.pending[0]?.amount]);
    };
    expect(await balances()).toEqual([0, 825, 0, 4_000]);
    await standIn.control("clock/advance", { seconds: 2 * 24 * 60 * 60 });
    expect(await balances()).toEqual([825, 0, 4_000, 0]);
  });

  test.each(["accounts/restrict", "none"] as const)(
    "to an account that cannot receive it is rejected (%s)",
    async (state) => {
      const { stripe, standIn } = await openStandIn();
      await standIn.control("balance/top-up", { amountCents: 1_000 });
      const { id } = await stripe.accounts.create({
        type: "express",
        capabilities: { transfers: { requested: true } },
      });
      if (state === "accounts/restrict") await standIn.control(state, { account: id });
      await expect(
        stripe.transfers.create({ amount: 100, currency: usd, destination: id }),
      ).rejects.toMatchObject({ code: "insufficient_capabilities_for_transfer" });
    },
  );

  test.each([0, -1])("of %i cents is rejected", async (amount) => {
    const { stripe } = await openStandIn();
    await expect(
      stripe.transfers.create({ amount, currency: usd, destination: "acct_1" }),
    ).rejects.toMatchObject({ code: "parameter_invalid_integer", param: "amount" });
  });
});

describe("a reversal", () => {
  test("takes money from the account in parts, at most the transferred amount", async () => {
    const open = await openStandIn();
    const { stripe, standIn, endpoint } = open;
    await standIn.control("balance/top-up", { amountCents: 1_000 });
    const destination = await readyAccount(open);
    const { id } = await stripe.transfers.create({ amount: 1_000, currency: usd, destination });
    await stripe.transfers.createReversal(id, { amount: 400 });
    expect(await stripe.transfers.retrieve(id)).toMatchObject({
      amount_reversed: 400,
      reversed: false,
    });
    await expect(stripe.transfers.createReversal(id, { amount: 601 })).rejects.toMatchObject({
      param: "amount",
    });
    await stripe.transfers.createReversal(id);
    expect((await stripe.transfers.retrieve(id)).reversed).toBe(true);
    expect((await stripe.balance.retrieve()).available[0]?.amount).toBe(1_000);
    await standIn.control("clock/settle");
    expect(endpoint.types().filter((type) => type === "transfer.reversed")).toHaveLength(2);
  });

  test("of money that was already paid out is rejected", async () => {
    const open = await openStandIn();
    const { stripe, standIn } = open;
    await standIn.control("balance/top-up", { amountCents: 1_000 });
    const destination = await readyAccount(open);
    const { id } = await stripe.transfers.create({ amount: 1_000, currency: usd, destination });
    await stripe.payouts.create({ amount: 700, currency: usd }, { stripeAccount: destination });
    await expect(stripe.transfers.createReversal(id)).rejects.toMatchObject({
      code: "balance_insufficient",
    });
  });
});

describe("a transfer abroad", () => {
  test("arrives in the currency of the account, is paid out in it, and reversed in it", async () => {
    const open = await openStandIn();
    const { stripe, standIn } = open;
    await standIn.control("balance/top-up", { amountCents: 5_000 });
    const destination = await readyAccount(open, "DE");
    const as = { stripeAccount: destination };
    expect(await stripe.accounts.retrieve(destination)).toMatchObject({
      country: "DE",
      default_currency: "eur",
      tos_acceptance: { service_agreement: "full" },
    });
    const send = () => stripe.transfers.create({ amount: 2_000, currency: usd, destination });
    const transfer = await send();
    const payment = await stripe.charges.retrieve(
      String(transfer.destination_payment),
      { expand: ["balance_transaction"] },
      as,
    );
    expect(payment.balance_transaction).toMatchObject({
      net: 1_800,
      currency: "eur",
      exchange_rate: 0.9,
    });
    await expect(stripe.payouts.create({ amount: 2_000, currency: usd }, as)).rejects.toMatchObject(
      { param: "currency" },
    );
    expect((await stripe.payouts.create({ amount: 1_800, currency: "eur" }, as)).amount).toBe(
      1_800,
    );
    const returned = await send();
    await stripe.transfers.createReversal(returned.id);
    const { available } = await stripe.balance.retrieve({}, as);
    expect(available.find(({ currency }) => currency === "eur")?.amount).toBe(0);
    expect((await stripe.balance.retrieve()).available[0]?.amount).toBe(3_000);
  });

  test("is refused under the recipient agreement, and where Stripe opens no accounts", async () => {
    const { stripe, standIn } = await openStandIn();
    await standIn.control("balance/top-up", { amountCents: 5_000 });
    const open = (country: string, agreement: "full" | "recipient") =>
      stripe.accounts.create({
        type: "express",
        country,
        capabilities: { transfers: { requested: true } },
        tos_acceptance: { service_agreement: agreement },
      });
    const { id: destination } = await open("DE", "recipient");
    await standIn.control("accounts/complete", { account: destination });
    await expect(
      stripe.transfers.create({ amount: 100, currency: usd, destination }),
    ).rejects.toThrow(/recipient/);
    await expect(open("BR", "full")).rejects.toMatchObject({ code: "country_unsupported" });
    await expect(stripe.exchangeRates.retrieve("xyz")).rejects.toMatchObject({ param: "id" });
  });
});
