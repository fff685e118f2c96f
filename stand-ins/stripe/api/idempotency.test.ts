import { expect, test } from "vitest";
import { openStandIn, sdkFor } from "../testing/open-stand-in";
import { openSession, readyAccount } from "../testing/situations";

test("the same key and parameters return the stored answer, and nothing runs twice", async () => {
  const { stripe, standIn } = await openStandIn();
  const once = await stripe.customers.create({ email: "a@example.com" }, { idempotencyKey: "k" });
  const again = await stripe.customers.create({ email: "a@example.com" }, { idempotencyKey: "k" });
  expect(again).toEqual(once);
  const headers = new Headers(again.lastResponse.headers);
  expect(headers.get("idempotent-replayed")).toBe("true");
  expect((await stripe.customers.list()).data).toHaveLength(1);
  const { requests } = await standIn.control("requests/list");
  expect(requests.map(({ idempotencyKey }) => idempotencyKey)).toEqual(["k", "k", null]);
});

test("a stored answer does not change when the object changes", async () => {
  const { stripe, standIn } = await openStandIn();
  const once = await openSession(stripe, 5_000, { idempotencyKey: "k" });
  await standIn.control("checkout/pay", { session: once.id });
  expect((await stripe.checkout.sessions.retrieve(once.id)).status).toBe("complete");
  expect((await openSession(stripe, 5_000, { idempotencyKey: "k" })).status).toBe("open");
});

test("an error is stored like any answer, for 24 hours", async () => {
  const open = await openStandIn();
  const { stripe, standIn } = open;
  const destination = await readyAccount(open);
  const send = () =>
    stripe.transfers.create(
      { amount: 100, currency: "usd", destination },
      { idempotencyKey: "wd:1:transfer:1" },
    );
  await expect(send()).rejects.toMatchObject({ code: "balance_insufficient" });
  await standIn.control("balance/top-up", { amountCents: 1_000 });
  await expect(send()).rejects.toMatchObject({ code: "balance_insufficient" });
  await standIn.control("clock/advance", { seconds: 24 * 60 * 60 + 1 });
  expect((await send()).amount).toBe(100);
});

test("the same key with other parameters or on another path is an error", async () => {
  const { stripe } = await openStandIn();
  const key = { idempotencyKey: "k" };
  const isRejected = (message: string) => ({
    type: "StripeIdempotencyError",
    statusCode: 400,
    message: expect.stringContaining(message),
  });
  await stripe.customers.create({}, key);
  await expect(stripe.customers.create({ name: "B" }, key)).rejects.toMatchObject(
    isRejected("same parameters"),
  );
  await expect(stripe.refunds.create({}, key)).rejects.toMatchObject(isRejected("same endpoint"));
});

test("the platform and its accounts have separate keys", async () => {
  const open = await openStandIn();
  const { stripe, standIn } = open;
  await standIn.control("balance/top-up", { amountCents: 1_000 });
  const account = await readyAccount(open);
  await stripe.transfers.create({ amount: 500, currency: "usd", destination: account });
  const params = { amount: 100, currency: "usd" };
  const own = await stripe.payouts.create(params, { idempotencyKey: "k" });
  const theirs = await stripe.payouts.create(params, {
    idempotencyKey: "k",
    stripeAccount: account,
  });
  expect(theirs.id).not.toBe(own.id);
});

test("a request that fails validation leaves its key free", async () => {
  const { stripe } = await openStandIn();
  const key = { idempotencyKey: "k" };
  const wrong: object = { email: "a@example.com", no: "such" };
  await expect(stripe.customers.create(wrong, key)).rejects.toMatchObject({
    code: "parameter_unknown",
  });
  expect((await stripe.customers.create({ email: "a@example.com" }, key)).object).toBe("customer");
});

test("a key in use answers 409, which the SDK retries until the first request is done", async () => {
  const { stripe, standIn } = await openStandIn();
  const slow = { call: "POST /v1/customers", shows: { kind: "delay", ms: 1_000 } } as const;
  await standIn.control("faults/add", slow);
  const key = { idempotencyKey: "k" };
  const first = stripe.customers.create({ name: "A" }, key);
  await Bun.sleep(50);
  await expect(stripe.customers.create({ name: "A" }, key)).rejects.toMatchObject({
    statusCode: 409,
    code: "idempotency_key_in_use",
  });
  const patient = sdkFor(standIn, { maxNetworkRetries: 3 });
  expect((await patient.customers.create({ name: "A" }, key)).id).toBe((await first).id);
});
