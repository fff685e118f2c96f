import { describe, expect, test } from "vitest";
import { type OpenStandIn, openStandIn } from "../testing/open-stand-in";
import { deposit } from "../testing/situations";

async function available({ stripe }: OpenStandIn): Promise<number | undefined> {
  return (await stripe.balance.retrieve()).available[0]?.amount;
}

describe("a refund", () => {
  test("deducts the amount from the balance, once, and reports the refunded total", async () => {
    const open = await openStandIn();
    const { stripe, standIn, endpoint } = open;
    const { charge, intent } = await deposit(open, 5_000);
    const part = await stripe.refunds.create({ payment_intent: intent.id, amount: 2_000 });
    expect(part).toMatchObject({ amount: 2_000, status: "succeeded", charge });
    expect(await available(open)).toBe(4_825 - 2_000);
    await stripe.refunds.create({ charge });
    await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({
      code: "charge_already_refunded",
    });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({
      amount_refunded: 5_000,
      refunded: true,
    });
    await standIn.control("clock/settle");
    expect(endpoint.types().slice(1)).toEqual([
      "refund.created",
      "charge.refunded",
      "refund.created",
      "charge.refunded",
    ]);
    expect(endpoint.events[2]?.data.previous_attributes).toEqual({ amount_refunded: 0 });
  });

  test("of more than is left is rejected", async () => {
    const open = await openStandIn();
    const { charge } = await deposit(open, 5_000);
    await expect(open.stripe.refunds.create({ charge, amount: 5_001 })).rejects.toMatchObject({
      param: "amount",
    });
  });

  test("that the bank returns puts the money back", async () => {
    const open = await openStandIn();
    const { stripe, standIn, endpoint } = open;
    const { charge } = await deposit(open, 5_000);
    const { id } = await stripe.refunds.create({ charge });
    await standIn.control("refunds/fail", { refund: id });
    expect(await stripe.refunds.retrieve(id)).toMatchObject({ status: "failed" });
    expect(await available(open)).toBe(4_825);
    expect((await stripe.charges.retrieve(charge)).refunded).toBe(false);
    await standIn.control("clock/settle");
    expect(endpoint.types().slice(-2)).toEqual(["refund.failed", "refund.updated"]);
  });

  test("fails once: the money comes back once, however many say so", async () => {
    const open = await openStandIn();
    const { stripe, standIn } = open;
    const { charge } = await deposit(open, 5_000);
    const { id } = await stripe.refunds.create({ charge });
    await standIn.control("refunds/fail", { refund: id });
    await expect(standIn.control("refunds/fail", { refund: id })).rejects.toThrow("already failed");
    expect(await available(open)).toBe(4_825);
  });
});

describe("a dispute", () => {
  test("opens automatically for the disputed card, and withdraws the money and a fee", async () => {
    const open = await openStandIn();
    const { stripe, standIn, endpoint } = open;
    const { charge } = await deposit(open, 5_000, "dispute");
    expect(await available(open)).toBe(4_825);
    await standIn.control("clock/advance", { seconds: 10 });
    expect(await available(open)).toBe(4_825 - 5_000 - 1_500);
    expect((await stripe.charges.retrieve(charge)).disputed).toBe(true);
    const { data } = await stripe.disputes.list({ charge });
    expect(data).toMatchObject([{ amount: 5_000, status: "needs_response" }]);
    expect(endpoint.types().slice(1)).toEqual([
      "charge.dispute.created",
      "charge.dispute.funds_withdrawn",
    ]);
    await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({
      code: "charge_disputed",
    });
  });

  test("that is won returns money and fee; that is lost returns nothing", async () => {
    for (const status of ["won", "lost"] as const) {
      const open = await openStandIn();
      const { standIn, endpoint } = open;
      const { charge } = await deposit(open, 5_000);
      const { id } = await standIn.control("disputes/open", { charge });
      await standIn.control("disputes/close", { dispute: id, status });
      expect(await available(open)).toBe(status === "won" ? 4_825 : 4_825 - 6_500);
      await standIn.control("clock/settle");
      expect(endpoint.types().slice(3)).toEqual(
        status === "won"
          ? ["charge.dispute.funds_reinstated", "charge.dispute.closed"]
          : ["charge.dispute.closed"],
      );
      await expect(standIn.control("disputes/close", { dispute: id, status })).rejects.toThrow();
    }
  });

  test("does not open for a charge that was refunded first", async () => {
    const open = await openStandIn();
    const { charge } = await deposit(open, 5_000, "dispute");
    await open.stripe.refunds.create({ charge });
    await open.standIn.control("clock/advance", { seconds: 60 });
    expect((await open.stripe.disputes.list()).data).toEqual([]);
  });
});
