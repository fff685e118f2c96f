import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { openStandIn, sdkFor } from "../testing/open-stand-in";
import { readyAccount } from "../testing/situations";

const { errors } = Stripe;
const call = "POST /v1/customers";

test("an error without effect changes nothing, and the same key works next time", async () => {
  const { stripe, standIn } = await openStandIn();
  await standIn.control("faults/add", { call, shows: { kind: "error", status: 500 } });
  const create = () => stripe.customers.create({ name: "A" }, { idempotencyKey: "k" });
  await expect(create()).rejects.toBeInstanceOf(errors.StripeAPIError);
  expect((await stripe.customers.list()).data).toEqual([]);
  expect((await create()).name).toBe("A");
});

test("an error with effect changes the state, and the same key returns the real answer", async () => {
  const { stripe, standIn } = await openStandIn();
  const shows = { kind: "error", status: 500 } as const;
  await standIn.control("faults/add", { call, effect: "done", shows });
  const create = () => stripe.customers.create({ name: "A" }, { idempotencyKey: "k" });
  await expect(create()).rejects.toBeInstanceOf(errors.StripeAPIError);
  const { data } = await stripe.customers.list();
  expect(data.map(({ name }) => name)).toEqual(["A"]);
  expect(await create()).toEqual(data[0]);
});

test("a stored error is replayed under its key", async () => {
  const { stripe, standIn } = await openStandIn();
  const shows = { kind: "error", status: 500, stored: true } as const;
  await standIn.control("faults/add", { call, shows });
  const create = () => stripe.customers.create({ name: "A" }, { idempotencyKey: "k" });
  await expect(create()).rejects.toBeInstanceOf(errors.StripeAPIError);
  await expect(create()).rejects.toBeInstanceOf(errors.StripeAPIError);
  expect((await stripe.customers.create({ name: "A" }, { idempotencyKey: "k2" })).name).toBe("A");
});

test("a transfer fails with the configured code", async () => {
  const open = await openStandIn();
  const { stripe, standIn } = open;
  await standIn.control("balance/top-up", { amountCents: 1_000 });
  const destination = await readyAccount(open);
  const shows = {
    kind: "error",
    status: 400,
    code: "transfers_not_allowed",
    message: "No.",
    stored: true,
  } as const;
  await standIn.control("faults/add", { call: "POST /v1/transfers", shows });
  await expect(
    stripe.transfers.create({ amount: 100, currency: "usd", destination }),
  ).rejects.toMatchObject({ type: "StripeInvalidRequestError", code: "transfers_not_allowed" });
  expect((await stripe.balance.retrieve()).available[0]?.amount).toBe(1_000);
});

test("429 is reported as a rate limit", async () => {
  const { stripe, standIn } = await openStandIn();
  await standIn.control("faults/add", { call, shows: { kind: "error", status: 429 } });
  await expect(stripe.customers.create()).rejects.toBeInstanceOf(errors.StripeRateLimitError);
});

describe.each(["none", "done"] as const)("a cut connection with effect %s", (effect) => {
  const expected = effect === "done" ? 1 : 0;

  test("hanging makes the caller time out", async () => {
    const { stripe, standIn } = await openStandIn();
    await standIn.control("faults/add", { call, effect, shows: { kind: "hang" } });
    const hasty = sdkFor(standIn, { timeout: 200 });
    await expect(hasty.customers.create({ name: "A" })).rejects.toThrow("timeout");
    expect((await stripe.customers.list()).data).toHaveLength(expected);
  });

  test("a reset is retried once by the SDK, under the same key", async () => {
    const { stripe, standIn } = await openStandIn();
    await standIn.control("faults/add", { call, effect, shows: { kind: "reset" } });
    const customer = await stripe.customers.create({ name: "A" }, { idempotencyKey: "k" });
    expect(customer.name).toBe("A");
    expect((await stripe.customers.list()).data).toHaveLength(1);
    const { requests } = await standIn.control("requests/list");
    expect(requests.map(({ method, status }) => [method, status]).slice(0, 2)).toEqual([
      ["POST", null],
      ["POST", 200],
    ]);
  });
});

test("cleared faults affect no call", async () => {
  const { stripe, standIn } = await openStandIn();
  await standIn.control("faults/add", { call, shows: { kind: "error", status: 500 } });
  await standIn.control("faults/clear");
  expect((await stripe.customers.create()).object).toBe("customer");
});

test("a fault skips calls first, hits the configured number of times, and affects only its own call", async () => {
  const { stripe, standIn } = await openStandIn();
  await standIn.control("faults/add", {
    call,
    skip: 1,
    times: 2,
    shows: { kind: "error", status: 400 },
  });
  const outcomes = [];
  for (let time = 0; time < 4; time += 1) {
    outcomes.push(
      await stripe.customers.create().then(
        () => "ok",
        () => "rejected",
      ),
    );
    await stripe.balance.retrieve();
  }
  expect(outcomes).toEqual(["ok", "rejected", "rejected", "ok"]);
});
