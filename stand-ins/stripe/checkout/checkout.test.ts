import { describe, expect, test } from "vitest";
import { openStandIn } from "../testing/open-stand-in";
import { deposit, openSession } from "../testing/situations";
import type { TestCardName } from "./test-cards";

describe("a session", () => {
  test("is created open, unpaid, with a page and without a payment", async () => {
    const { stripe } = await openStandIn();
    const session = await openSession(stripe, 5_000);
    expect(session).toMatchObject({
      amount_total: 5_000,
      client_reference_id: "user_1",
      livemode: false,
      metadata: { deposit_id: "dep_1" },
      payment_intent: null,
      payment_status: "unpaid",
      status: "open",
    });
    expect(session.url).toContain(`/c/pay/${session.id}`);
  });

  test.each([
    [49, "amount_too_small"],
    [100_000_000, "amount_too_large"],
  ])("over %i cents is rejected: %s", async (amountCents, code) => {
    const { stripe } = await openStandIn();
    await expect(openSession(stripe, amountCents)).rejects.toMatchObject({ code });
  });

  test("over exactly the minimum amount is accepted", async () => {
    const { stripe } = await openStandIn();
    expect((await openSession(stripe, 50)).amount_total).toBe(50);
  });

  test("stays open for between half an hour and a day", async () => {
    const { stripe } = await openStandIn();
    const minutesFromNow = (minutes: number) => Math.floor(Date.now() / 1000) + minutes * 60;
    for (const minutes of [31, 24 * 60 - 1]) {
      const expires = minutesFromNow(minutes);
      const session = await openSession(stripe, 5_000, { expires_at: expires });
      expect(session.expires_at).toBe(expires);
    }
    for (const minutes of [-1, 28, 24 * 60 + 2]) {
      await expect(
        openSession(stripe, 5_000, { expires_at: minutesFromNow(minutes) }),
      ).rejects.toMatchObject({ param: "expires_at" });
    }
  });

  test("does not expire once paid", async () => {
    const open = await openStandIn();
    const { session } = await deposit(open);
    await open.standIn.control("clock/advance", { seconds: 2 * 24 * 60 * 60 });
    expect((await open.stripe.checkout.sessions.retrieve(session.id)).status).toBe("complete");
  });

  test("is rejected for an unknown customer, naming the parameter", async () => {
    const { stripe } = await openStandIn();
    await expect(openSession(stripe, 5_000, { customer: "cus_gone" })).rejects.toMatchObject({
      code: "resource_missing",
      param: "customer",
    });
  });

  test("expires after a day, once, and then accepts no payment", async () => {
    const { stripe, standIn, endpoint } = await openStandIn();
    const { id } = await openSession(stripe);
    await standIn.control("clock/advance", { seconds: 24 * 60 * 60 });
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe("expired");
    expect(endpoint.types()).toEqual(["checkout.session.expired"]);
    expect(await standIn.control("checkout/pay", { session: id })).toMatchObject({ ok: false });
    await expect(stripe.checkout.sessions.expire(id)).rejects.toMatchObject({ statusCode: 400 });
  });
});

describe("paying", () => {
  test("completes the session, books amount and fee, and notifies the platform", async () => {
    const open = await openStandIn();
    const { stripe, standIn, endpoint } = open;
    const { session, intent, charge } = await deposit(open, 5_000);
    await standIn.control("clock/settle");
    expect(session).toMatchObject({ status: "complete", payment_status: "paid", url: null });
    expect(intent).toMatchObject({ status: "succeeded", amount_received: 5_000 });
    expect(intent.metadata).toEqual({ deposit_id: "dep_1" });
    const { data } = await stripe.balanceTransactions.list({ type: "charge" });
    expect(data).toMatchObject([
      { source: charge, amount: 5_000, fee: 175, net: 4_825, status: "available" },
    ]);
    expect(endpoint.types()).toEqual(["checkout.session.completed"]);
    expect(endpoint.events[0]).toMatchObject({ data: { object: { payment_status: "paid" } } });
    expect(endpoint.events[0]?.account).toBeUndefined();
  });

  test.each([
    ["declined", "generic_decline"],
    ["insufficient_funds", "insufficient_funds"],
  ] satisfies [TestCardName, string][])(
    "%s leaves the session open for another try",
    async (card, declineCode) => {
      const { stripe, standIn, endpoint } = await openStandIn();
      const { id } = await openSession(stripe);
      expect(await standIn.control("checkout/pay", { session: id, card })).toMatchObject({
        ok: false,
      });
      const session = await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent"] });
      expect(session).toMatchObject({
        status: "open",
        payment_status: "unpaid",
        payment_intent: { last_payment_error: { decline_code: declineCode } },
      });
      expect(await standIn.control("checkout/pay", { session: id })).toEqual({ ok: true });
      const { data: intents } = await stripe.paymentIntents.list();
      expect(intents).toMatchObject([{ status: "succeeded", last_payment_error: null }]);
      expect((await stripe.charges.list()).data.map(({ status }) => status)).toEqual([
        "succeeded",
        "failed",
      ]);
      await standIn.control("clock/settle");
      expect(endpoint.types()).toEqual(["checkout.session.completed"]);
    },
  );

  test("twice charges once", async () => {
    const { stripe, standIn } = await openStandIn();
    const { id } = await openSession(stripe);
    await standIn.control("checkout/pay", { session: id });
    expect(await standIn.control("checkout/pay", { session: id })).toMatchObject({ ok: false });
    expect((await stripe.charges.list()).data).toHaveLength(1);
  });

  test.each([
    ["debit_succeeds", "paid", "checkout.session.async_payment_succeeded"],
    ["debit_fails", "unpaid", "checkout.session.async_payment_failed"],
  ] satisfies [TestCardName, string, string][])(
    "%s completes unpaid and ends %s",
    async (card, status, type) => {
      const open = await openStandIn();
      const { stripe, standIn, endpoint } = open;
      const { session } = await deposit(open, 5_000, card);
      expect(session).toMatchObject({ status: "complete", payment_status: "unpaid" });
      await standIn.control("clock/advance", { seconds: 10 });
      const after = await stripe.checkout.sessions.retrieve(session.id);
      expect(after.payment_status).toBe(status);
      expect(endpoint.types()).toEqual(["checkout.session.completed", type]);
      const { available } = await stripe.balance.retrieve();
      expect(available[0]?.amount).toBe(status === "paid" ? 4_825 : 0);
    },
  );

  test("with a card whose funds are pending makes them available after two days", async () => {
    const open = await openStandIn();
    const { stripe, standIn, endpoint } = open;
    await deposit(open, 5_000, "pending");
    const before = await stripe.balance.retrieve();
    expect([before.available[0]?.amount, before.pending[0]?.amount]).toEqual([0, 4_825]);
    await standIn.control("clock/advance", { seconds: 2 * 24 * 60 * 60 });
    const after = await stripe.balance.retrieve();
    expect([after.available[0]?.amount, after.pending[0]?.amount]).toEqual([4_825, 0]);
    expect(endpoint.types()).toContain("balance.available");
  });
});
