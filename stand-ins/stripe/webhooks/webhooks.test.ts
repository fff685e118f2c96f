import Stripe from "stripe";
import { describe, expect, onTestFinished, test } from "vitest";
import { platformSecret } from "../testing/event-endpoint";
import { openStandIn } from "../testing/open-stand-in";
import { deposit, readyAccount } from "../testing/situations";
import { sign } from "./send-event";

const day = 24 * 60 * 60;

describe("delivery", () => {
  test("is retried with growing delays until the endpoint answers 2xx", async () => {
    const open = await openStandIn();
    const { standIn, endpoint } = open;
    endpoint.answer(503);
    await deposit(open);
    await standIn.control("clock/settle");
    expect(endpoint.events).toHaveLength(1);
    await standIn.control("clock/advance", { seconds: 6 });
    expect(endpoint.events).toHaveLength(3);
    await standIn.control("clock/advance", { seconds: 4 });
    expect(endpoint.events).toHaveLength(4);
    endpoint.answer(200);
    await standIn.control("clock/advance", { seconds: 60 });
    expect(endpoint.events).toHaveLength(5);
    expect(new Set(endpoint.events.map(({ id }) => id)).size).toBe(1);
    await standIn.control("clock/advance", { seconds: day });
    expect(endpoint.events).toHaveLength(5);
    const { deliveries } = await standIn.control("webhooks/list");
    expect(deliveries).toMatchObject([{ status: "delivered", attempts: 5, answer: 200 }]);
    expect((await open.stripe.events.list({ delivery_success: true })).data).toHaveLength(1);
    expect((await open.stripe.events.list({ delivery_success: false })).data).toEqual([]);
  });

  test("stops after three days if the endpoint stays down", async () => {
    const open = await openStandIn({
      webhook: { url: "http://127.0.0.1:1/none", secret: "whsec_1", connectSecret: "whsec_2" },
    });
    await deposit(open);
    await open.standIn.control("clock/advance", { seconds: 4 * day });
    const { deliveries } = await open.standIn.control("webhooks/list");
    expect(deliveries).toMatchObject([{ status: "abandoned", answer: expect.any(String) }]);
    const { data } = await open.stripe.events.list({ delivery_success: false });
    expect(data).toHaveLength(1);
  });

  test("to an endpoint that hangs does not keep the stand-in from stopping", async () => {
    const requested = Promise.withResolvers<void>();
    const silent = Bun.serve({
      port: 0,
      fetch: () => {
        requested.resolve();
        return new Promise<Response>(() => {});
      },
    });
    onTestFinished(() => silent.stop(true));
    const webhook = { url: silent.url.href, secret: "whsec_1", connectSecret: "whsec_2" };
    const open = await openStandIn({ webhook });
    await deposit(open);
    await requested.promise;
    const startedAt = Date.now();
    await open.standIn.stop();
    expect(Date.now() - startedAt).toBeLessThan(5_000);
  });

  test("waits until an endpoint is configured", async () => {
    const open = await openStandIn({ webhook: null });
    const { standIn, endpoint } = open;
    await deposit(open);
    await standIn.control("clock/settle");
    const secrets = { secret: platformSecret, connectSecret: "whsec_connect" };
    await standIn.control("webhooks/endpoint", { url: endpoint.url, ...secrets });
    await standIn.control("webhooks/flush");
    expect(endpoint.types()).toEqual(["checkout.session.completed"]);
  });

  test("signs events of accounts with the Connect secret", async () => {
    const open = await openStandIn();
    await readyAccount(open);
    await open.standIn.control("clock/settle");
    // The endpoint verifies events of accounts with the Connect secret only.
    expect(open.endpoint.problems).toEqual([]);
    expect(open.endpoint.types()).toContain("account.updated");
  });
});

describe("disturbance", () => {
  test("held events are sent on request, in the requested order", async () => {
    const open = await openStandIn();
    const { standIn, endpoint } = open;
    await standIn.control("webhooks/behave", { mode: "hold" });
    const { charge } = await deposit(open);
    await open.stripe.refunds.create({ charge });
    await standIn.control("clock/advance", { seconds: day });
    expect(endpoint.events).toEqual([]);
    await standIn.control("webhooks/flush", { order: "reversed" });
    const created = ["checkout.session.completed", "refund.created", "charge.refunded"];
    expect(endpoint.types()).toEqual(created.toReversed());
    await standIn.control("webhooks/flush");
    expect(endpoint.events).toHaveLength(3);
  });

  test("single events are sent in the listed order, as often as listed", async () => {
    const open = await openStandIn();
    const { standIn, endpoint } = open;
    await standIn.control("webhooks/behave", { mode: "hold" });
    const { charge } = await deposit(open);
    await open.stripe.refunds.create({ charge });
    const { deliveries } = await standIn.control("webhooks/list");
    const [first = "", second = ""] = deliveries.map(({ event }) => event);
    endpoint.answer(500);
    const { answers } = await standIn.control("webhooks/deliver", {
      events: [second, first, second],
    });
    expect(answers.map(({ answer }) => answer)).toEqual([500, 500, 500]);
    expect(endpoint.events.map(({ id }) => id)).toEqual([second, first, second]);
  });

  test("the seed determines duplicates and losses", async () => {
    const receive = async (seed: number) => {
      const { standIn, endpoint, stripe } = await openStandIn();
      const shares = { seed, duplicate: 0.3, lose: 0.3, maxDelayMs: 5_000 };
      await standIn.control("webhooks/behave", shares);
      const { id } = await stripe.accounts.create({
        type: "express",
        capabilities: { transfers: { requested: true } },
      });
      for (let time = 1; time <= 20; time += 1) {
        await stripe.accounts.update(id, { metadata: { time } });
      }
      await standIn.control("clock/advance", { seconds: 60 });
      return endpoint.events.map(({ data }) => Object(data.object).metadata.time ?? "none");
    };
    const some = await receive(7);
    const arrived = new Set(some);
    expect(arrived.size).toBeLessThan(21);
    expect(some.length).toBeGreaterThan(arrived.size);
    expect(some).not.toEqual(some.toSorted((a, b) => Number(a) - Number(b)));
    expect(await receive(8)).not.toEqual(some);
    expect(new Set(await receive(7))).toEqual(arrived);
  });
});

test("a signature is valid only for its own body, secret and time", async () => {
  const body = JSON.stringify({ id: "evt_1", object: "event" });
  const now = Math.floor(Date.now() / 1000);
  const verify = (text: string, header: string, secret = platformSecret) =>
    Stripe.webhooks.constructEventAsync(text, header, secret);
  const header = sign(body, platformSecret, now);
  expect(await verify(body, header)).toMatchObject({ id: "evt_1" });
  await expect(verify(`${body} `, header)).rejects.toThrow("signature");
  await expect(verify(body, header, "whsec_other")).rejects.toThrow("signature");
  await expect(verify(body, sign(body, platformSecret, now - 301))).rejects.toThrow("tolerance");
});
