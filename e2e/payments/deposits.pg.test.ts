import { register } from "@fairclick/api/testing/people";
import { fulfilDeposit } from "@fairclick/services/money/deposits";
import { sweepPayments } from "@fairclick/services/money/stripe-events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { expectProvenBooks, openCheckout, readCents } from "./money";
import { createStripeApp } from "./stripe-app";

const app = await createStripeApp();
const { call, owner, standIn } = app;
const nothing = { wallet: 0, earnings: 0, inTransit: 0 };

beforeEach(async () => {
  await standIn.control("webhooks/behave", { mode: "send", duplicate: 0, lose: 0 });
  await standIn.control("faults/clear");
});

afterEach(() => expectProvenBooks(app));

const confirm = (token: string, session: string) =>
  call("POST", `/api/stripe/checkout-session/${session}/confirm`, { token });

async function findDeposit(session: string) {
  const [row] = await owner`
    select status, failure_reason from deposits where checkout_session_id = ${session}`;
  return row;
}

describe("a deposit", () => {
  it("is credited by the webhook", async () => {
    const person = await register(app);
    const session = await openCheckout(app, person, 5_000);
    expect(await readCents(app, person)).toEqual(nothing);
    await standIn.control("checkout/pay", { session });
    await app.settle();
    expect(await readCents(app, person)).toEqual({ ...nothing, wallet: 5_000 });
  });

  it("is credited by the success page if no webhook arrives", async () => {
    await standIn.control("webhooks/behave", { lose: 1 });
    const person = await register(app);
    const session = await openCheckout(app, person, 1_050);
    const early = await confirm(person.token, session);
    expect(early.json).toEqual({
      status: "pending",
      amount: 10.5,
      message: "Waiting for the payment",
      funding: null,
    });
    await standIn.control("checkout/pay", { session });
    const answer = await confirm(person.token, session);
    expect(answer.json).toMatchObject({ status: "completed", amount: 10.5 });
    expect(await readCents(app, person)).toEqual({ ...nothing, wallet: 1_050 });
  });

  it("is found by the sweep if neither webhook nor success page arrives", async () => {
    await standIn.control("webhooks/behave", { lose: 1 });
    const person = await register(app);
    const session = await openCheckout(app, person, 1_000);
    await standIn.control("checkout/pay", { session });
    await sweepPayments(app.ctx);
    expect(await readCents(app, person)).toEqual(nothing);
    const later = { ...app.ctx, now: () => new Date(app.clock.at.getTime() + 6 * 60_000) };
    await sweepPayments(later);
    expect(await readCents(app, person)).toEqual({ ...nothing, wallet: 1_000 });
  });

  it("closes when its page expires, and is still credited if it was paid", async () => {
    const person = await register(app);
    const session = await openCheckout(app, person, 1_000);
    await app.deps.stripe?.checkout.sessions.expire(session);
    await app.settle();
    expect(await findDeposit(session)).toEqual({
      status: "failed",
      failureReason: "The payment page expired before anything was paid.",
    });
    const paid = await openCheckout(app, person, 2_000);
    await owner`update deposits set status = 'failed', failure_reason = 'given up'
      where checkout_session_id = ${paid}`;
    await standIn.control("checkout/pay", { session: paid });
    await app.settle();
    expect(await readCents(app, person)).toEqual({ ...nothing, wallet: 2_000 });
  });

  it("survives a declined card", async () => {
    const person = await register(app);
    const session = await openCheckout(app, person, 1_000);
    await standIn.control("checkout/pay", { session, card: "declined" });
    await app.settle();
    expect((await confirm(person.token, session)).json.status).toBe("pending");
    await standIn.control("checkout/pay", { session });
    await app.settle();
    expect(await readCents(app, person)).toEqual({ ...nothing, wallet: 1_000 });
  });
});

describe("double and missing credits", () => {
  it("a webhook that is delivered repeatedly credits once", async () => {
    await standIn.control("webhooks/behave", { mode: "hold" });
    const person = await register(app);
    const session = await openCheckout(app, person, 5_000);
    await standIn.control("checkout/pay", { session });
    const { deliveries } = await standIn.control("webhooks/list");
    const events = deliveries
      .filter((each) => each.status === "held" && each.type.startsWith("checkout.session."))
      .map(({ event }) => event);
    expect(events.length).toBeGreaterThan(0);
    await standIn.control("webhooks/deliver", { events: [...events, ...events, ...events] });
    await Promise.all([app.work(), app.work(), app.work(), app.work()]);
    expect(await readCents(app, person)).toEqual({ ...nothing, wallet: 5_000 });
  });

  it("a success page that races the webhook credits once", async () => {
    const person = await register(app);
    const session = await openCheckout(app, person, 5_000);
    await standIn.control("checkout/pay", { session });
    await standIn.control("clock/settle");
    const runs = Array.from({ length: 12 }, (_, index) => {
      if (index % 3 === 0) return app.work();
      return index % 3 === 1 ? confirm(person.token, session) : fulfilDeposit(app.ctx, session);
    });
    await Promise.all(runs);
    expect(await readCents(app, person)).toEqual({ ...nothing, wallet: 5_000 });
  });

  it("an event whose processing fails is credited by the next attempt", async () => {
    const person = await register(app);
    const session = await openCheckout(app, person, 5_000);
    await standIn.control("checkout/pay", { session });
    await standIn.control("clock/settle");
    await standIn.control("faults/add", {
      call: "GET /v1/checkout/sessions/:id",
      times: 3,
      shows: { kind: "error", status: 500 },
    });
    expect(await app.work()).toHaveLength(1);
    expect(await readCents(app, person)).toEqual(nothing);
    expect(await app.work()).toEqual([]);
    expect(await readCents(app, person)).toEqual({ ...nothing, wallet: 5_000 });
  });

  it.each([
    ["debit_succeeds", 5_000, "completed"],
    ["debit_fails", 0, "failed"],
  ] as const)(
    "a bank debit is credited only when it succeeds: %s",
    async (card, wallet, status) => {
      const person = await register(app);
      const session = await openCheckout(app, person, 5_000);
      await standIn.control("checkout/pay", { session, card });
      await app.settle();
      expect((await confirm(person.token, session)).json.status).toBe("pending");
      expect(await readCents(app, person)).toEqual(nothing);
      await standIn.control("clock/advance", { seconds: 10 });
      await app.settle();
      expect(await findDeposit(session)).toMatchObject({ status });
      expect(await readCents(app, person)).toEqual({ ...nothing, wallet });
    },
  );

  it("concurrent requests with one request id create one deposit", async () => {
    const { token, id } = await register(app);
    const json = { amount: 1_000, requestId: crypto.randomUUID() };
    const path = "/api/stripe/create-checkout-session";
    const answers = await Promise.all([1, 2, 3].map(() => call("POST", path, { token, json })));
    const opened = answers.filter(({ status }) => status === 200);
    expect(new Set(opened.map((answer) => answer.json.id)).size).toBe(1);
    expect(await owner`select 1 from deposits where user_id = ${id}`).toHaveLength(1);
    const other = await call("POST", path, { token, json: { ...json, amount: 2_000 } });
    expect(other.status).toBe(409);
  });

  it("a deposit is not credited if its amount differs from the session's", async () => {
    const person = await register(app);
    const session = await openCheckout(app, person, 5_000);
    await owner`update deposits set amount_micros = 60000000 where checkout_session_id = ${session}`;
    await standIn.control("checkout/pay", { session });
    await standIn.control("clock/settle");
    expect(String((await app.work())[0])).toMatch(/does not match deposit/);
    expect((await confirm(person.token, session)).status).toBe(503);
    expect(await readCents(app, person)).toEqual(nothing);
    await owner`update deposits set amount_micros = 50000000 where checkout_session_id = ${session}`;
    await app.settle();
    expect(await readCents(app, person)).toEqual({ ...nothing, wallet: 5_000 });
  });

  it("a session of another program on the same Stripe account is not credited", async () => {
    const session = await app.deps.stripe?.checkout.sessions.create({
      mode: "payment",
      line_items: [
        {
          quantity: 1,
          price_data: { currency: "usd", unit_amount: 900, product_data: { name: "x" } },
        },
      ],
      success_url: "https://other.example",
      metadata: { deposit_id: crypto.randomUUID() },
    });
    expect(session && (await fulfilDeposit(app.ctx, session.id))).toBeNull();
  });
});
