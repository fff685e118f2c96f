import { describe, expect, test } from "vitest";
import { openStandIn } from "../testing/open-stand-in";
import { readyAccount } from "../testing/situations";

const express = {
  type: "express",
  email: "creator@example.com",
  capabilities: { transfers: { requested: true } },
} as const;

const isVerified = { payouts_enabled: true, capabilities: { transfers: "active" } };

describe("an account", () => {
  test("starts with nothing submitted, whether created by type or by controller", async () => {
    const { stripe } = await openStandIn();
    const { capabilities } = express;
    const controller = { stripe_dashboard: { type: "express" } } as const;
    for (const params of [express, { controller, capabilities }]) {
      expect(await stripe.accounts.create(params)).toMatchObject({
        capabilities: { transfers: "inactive" },
        details_submitted: false,
        payouts_enabled: false,
        requirements: { disabled_reason: "requirements.past_due" },
        type: "express",
      });
    }
  });

  test("goes from complete to restricted and back, and sends each event once", async () => {
    const { stripe, standIn, endpoint } = await openStandIn();
    const { id } = await stripe.accounts.create(express);
    await standIn.control("accounts/complete", { account: id });
    expect(await stripe.accounts.retrieve(id)).toMatchObject(isVerified);
    await standIn.control("accounts/restrict", { account: id });
    expect(await stripe.accounts.retrieve(id)).toMatchObject({
      payouts_enabled: false,
      capabilities: { transfers: "inactive" },
      requirements: { currently_due: ["individual.verification.document"] },
    });
    await standIn.control("accounts/complete", { account: id });
    expect(await stripe.accounts.retrieve(id)).toMatchObject(isVerified);
    await standIn.control("clock/settle");
    expect(endpoint.types()).toEqual([
      "account.updated",
      "account.external_account.created",
      "capability.updated",
      "account.updated",
      "capability.updated",
      "account.updated",
      "capability.updated",
      "account.updated",
    ]);
    expect(endpoint.events.every(({ account }) => account === id)).toBe(true);
    expect(endpoint.events.at(-1)?.data.previous_attributes).toMatchObject({
      payouts_enabled: false,
    });
  });

  test("sends no capability event when an update changes no capability", async () => {
    const open = await openStandIn();
    const id = await readyAccount(open);
    await open.standIn.control("clock/settle");
    const before = open.endpoint.events.length;
    await open.stripe.accounts.update(id, { metadata: { user: "1" } });
    await open.standIn.control("clock/settle");
    expect(open.endpoint.types().slice(before)).toEqual(["account.updated"]);
    expect(open.endpoint.events.at(-1)?.data.previous_attributes).toEqual({
      metadata: { user: null },
    });
  });

  test("rejects every call once deauthorised, and sends one event", async () => {
    const open = await openStandIn();
    const { stripe, standIn, endpoint } = open;
    const account = await readyAccount(open);
    await standIn.control("accounts/deauthorise", { account });
    await standIn.control("accounts/deauthorise", { account });
    const rejected = { statusCode: 403, code: "account_invalid" };
    await expect(stripe.accounts.retrieve(account)).rejects.toMatchObject(rejected);
    await expect(stripe.balance.retrieve({}, { stripeAccount: account })).rejects.toMatchObject(
      rejected,
    );
    await expect(
      stripe.transfers.create({ amount: 1, currency: "usd", destination: account }),
    ).rejects.toMatchObject({ code: "resource_missing", param: "destination" });
    await standIn.control("clock/settle");
    const gone = endpoint.types().filter((type) => type === "account.application.deauthorized");
    expect(gone).toHaveLength(1);
  });

  test("cannot be deleted while it holds money", async () => {
    const open = await openStandIn();
    const { stripe, standIn } = open;
    const destination = await readyAccount(open);
    await standIn.control("balance/top-up", { amountCents: 500 });
    await stripe.transfers.create({ amount: 500, currency: "usd", destination });
    await expect(stripe.accounts.del(destination)).rejects.toMatchObject({ statusCode: 400 });
  });
});

describe("a login link", () => {
  test("requires submitted details", async () => {
    const { stripe, standIn } = await openStandIn();
    const { id } = await stripe.accounts.create(express);
    await expect(stripe.accounts.createLoginLink(id)).rejects.toMatchObject({ statusCode: 400 });
    await standIn.control("accounts/restrict", { account: id });
    expect((await stripe.accounts.createLoginLink(id)).url).toContain(`/express/${id}/`);
  });
});

test("an account that names no capabilities requests both; one that names one requests only that", async () => {
  const { stripe } = await openStandIn();
  const { capabilities } = await stripe.accounts.create({ type: "express" });
  expect(capabilities).toEqual({ card_payments: "inactive", transfers: "inactive" });
  expect((await stripe.accounts.create(express)).capabilities).toEqual({ transfers: "inactive" });
});

test("only Express accounts are modelled", async () => {
  const { stripe } = await openStandIn();
  await expect(stripe.accounts.create({ type: "custom" })).rejects.toMatchObject({
    code: "stand_in_not_modelled",
  });
});

test("an account link requires both URLs", async () => {
  const { stripe } = await openStandIn();
  const { id } = await stripe.accounts.create(express);
  await expect(
    stripe.accountLinks.create({
      account: id,
      type: "account_onboarding",
      return_url: "http://localhost/back",
    }),
  ).rejects.toMatchObject({ code: "parameter_missing", param: "refresh_url" });
});
