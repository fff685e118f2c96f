import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { openStandIn } from "../testing/open-stand-in";

describe("keys", () => {
  test.each([
    ["a wrong key", "sk_test_wrong", 401],
    ["the publishable key", "pk_test_standin", 403],
  ])("%s is rejected", async (_name, key, statusCode) => {
    const { standIn } = await openStandIn();
    const config = { host: "127.0.0.1", port: standIn.port, protocol: "http" } as const;
    const stranger = new Stripe(key, { ...config, maxNetworkRetries: 0 });
    await expect(stranger.balance.retrieve()).rejects.toMatchObject({ statusCode });
  });

  test("a request without a key is rejected, even for a call that does not exist", async () => {
    const { standIn } = await openStandIn();
    for (const path of ["/v1/balance", "/v1/nothing"]) {
      expect((await fetch(standIn.url + path)).status).toBe(401);
    }
  });
});

test("a call that Stripe or the stand-in does not have answers 404 in Stripe's format", async () => {
  const { stripe } = await openStandIn();
  await expect(stripe.rawRequest("POST", "/v1/nothing", {})).rejects.toMatchObject({
    statusCode: 404,
    type: "StripeInvalidRequestError",
  });
});

test("a missing object answers 404 with its id", async () => {
  const { stripe } = await openStandIn();
  await expect(stripe.transfers.retrieve("tr_none")).rejects.toMatchObject({
    statusCode: 404,
    code: "resource_missing",
    message: "No such transfer: 'tr_none'",
  });
});

test("a call that is not modelled for connected accounts rejects the Stripe-Account header", async () => {
  const { stripe } = await openStandIn();
  await expect(stripe.customers.create({}, { stripeAccount: "acct_1" })).rejects.toMatchObject({
    code: "stand_in_not_modelled",
  });
});

describe("lists", () => {
  test("page through all objects, newest first, each once", async () => {
    const { stripe } = await openStandIn();
    const names = Array.from({ length: 7 }, (_, index) => `customer ${index}`);
    for (const name of names) await stripe.customers.create({ name });
    const all = await stripe.customers.list({ limit: 3 }).autoPagingToArray({ limit: 100 });
    expect(all.map(({ name }) => name)).toEqual(names.toReversed());
    const first = await stripe.customers.list({ limit: 7 });
    expect(first.has_more).toBe(false);
    const newer = await stripe.customers.list({ limit: 2, ending_before: all[4]?.id ?? "" });
    expect(newer.data.map(({ name }) => name)).toEqual(["customer 4", "customer 3"]);
    expect(newer.has_more).toBe(true);
  });

  test("filter by creation time", async () => {
    const { stripe, standIn } = await openStandIn();
    const old = await stripe.customers.create();
    await standIn.control("clock/advance", { seconds: 100 });
    const young = await stripe.customers.create();
    const since = await stripe.customers.list({ created: { gt: old.created } });
    expect(since.data.map(({ id }) => id)).toEqual([young.id]);
    const until = await stripe.customers.list({ created: { lt: young.created } });
    expect(until.data.map(({ id }) => id)).toEqual([old.id]);
  });

  test.each([0, 101])("reject a limit of %i", async (limit) => {
    const { stripe } = await openStandIn();
    await expect(stripe.customers.list({ limit })).rejects.toMatchObject({ param: "limit" });
  });

  test("reject a cursor that does not exist", async () => {
    const { stripe } = await openStandIn();
    await expect(stripe.customers.list({ starting_after: "cus_none" })).rejects.toMatchObject({
      code: "resource_missing",
      param: "starting_after",
    });
  });
});

describe("metadata", () => {
  test("is merged, and an empty value removes its key", async () => {
    const { stripe } = await openStandIn();
    const { id } = await stripe.customers.create({ metadata: { a: "1", b: "2" } });
    expect((await stripe.customers.update(id, { metadata: { b: "", c: 3 } })).metadata).toEqual({
      a: "1",
      c: "3",
    });
    expect((await stripe.customers.update(id, { metadata: "" })).metadata).toEqual({});
  });

  test.each([
    ["a long key", { ["k".repeat(41)]: "x" }],
    ["a long value", { k: "x".repeat(501) }],
    ["many keys", Object.fromEntries(Array.from({ length: 51 }, (_, key) => [`k${key}`, "x"]))],
  ])("rejects %s", async (_name, metadata) => {
    const { stripe } = await openStandIn();
    await expect(stripe.customers.create({ metadata })).rejects.toMatchObject({ statusCode: 400 });
  });
});

test("a path that cannot be expanded is rejected", async () => {
  const { stripe } = await openStandIn();
  await expect(stripe.balance.retrieve({ expand: ["nothing"] })).rejects.toMatchObject({
    param: "expand",
  });
});
