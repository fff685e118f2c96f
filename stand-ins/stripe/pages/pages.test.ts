import { describe, expect, test } from "vitest";
import { type OpenStandIn, openStandIn } from "../testing/open-stand-in";
import { deposit, openSession, readyAccount } from "../testing/situations";

type Sent = { status: number; location: string | null; text: string };

async function visit({ standIn }: OpenStandIn, address: string, form?: Record<string, string>) {
  const { pathname } = new URL(address, standIn.url);
  const response = await fetch(standIn.url + pathname, {
    redirect: "manual",
    ...(form && { method: "POST", body: new URLSearchParams(form) }),
  });
  const location = response.headers.get("location");
  return { status: response.status, location, text: await response.text() } satisfies Sent;
}

describe("checkout", () => {
  test("shows the amount, pays and redirects to the success page", async () => {
    const open = await openStandIn();
    const { id, url } = await openSession(open.stripe, 123_456);
    const page = await visit(open, url ?? "");
    expect(page.status).toBe(200);
    expect(page.text).toContain("Pay $1,234.56</button>");
    expect(page.text).toContain("Cancel</button>");
    expect(page.text).toContain("Test mode");
    const paid = await visit(open, url ?? "", { card: "success", email: "a@example.com" });
    expect(paid).toMatchObject({
      status: 303,
      location: `http://localhost:3000/success?session_id=${id}`,
    });
    const session = await open.stripe.checkout.sessions.retrieve(id);
    expect(session).toMatchObject({
      payment_status: "paid",
      customer_details: { email: "a@example.com" },
    });
    expect((await visit(open, url ?? "")).text).toContain("Already paid");
  });

  test("shows why a card was declined and stays open", async () => {
    const open = await openStandIn();
    const { url } = await openSession(open.stripe);
    const refused = await visit(open, url ?? "", { card: "insufficient_funds" });
    expect(refused.status).toBe(402);
    expect(refused.text).toContain('role="alert">Your card has insufficient funds.');
    expect(refused.text).toContain("Pay $50.00</button>");
  });

  test("cancels to the cancel URL, and the session stays open", async () => {
    const open = await openStandIn();
    const { id, url } = await openSession(open.stripe);
    expect(await visit(open, `${url}/cancel`, {})).toMatchObject({
      status: 303,
      location: "http://localhost:3000/payments",
    });
    expect((await open.stripe.checkout.sessions.retrieve(id)).status).toBe("open");
  });

  test("answers 404 for an unknown or expired session and rejects an unknown card", async () => {
    const open = await openStandIn();
    expect((await visit(open, "/c/pay/cs_test_none")).status).toBe(404);
    const { id, url } = await openSession(open.stripe);
    expect((await visit(open, url ?? "", { card: "gold" })).status).toBe(400);
    await open.stripe.checkout.sessions.expire(id);
    expect((await visit(open, `/c/pay/${id}`, { card: "success" })).text).toContain("Expired");
    expect((await open.stripe.charges.list()).data).toEqual([]);
  });

  test("escapes text from outside", async () => {
    const open = await openStandIn();
    const { stripe } = open;
    const { id } = await stripe.customers.create({ email: '"><script>alert(1)</script>' });
    const { url } = await openSession(stripe, 5_000, { customer: id });
    expect((await visit(open, url ?? "")).text).not.toContain("<script>");
  });
});

describe("onboarding", () => {
  async function openLink(open: OpenStandIn) {
    const { id } = await open.stripe.accounts.create({
      type: "express",
      email: "creator@example.com",
      capabilities: { transfers: { requested: true } },
    });
    const { url } = await open.stripe.accountLinks.create({
      account: id,
      type: "account_onboarding",
      refresh_url: "http://localhost:3000/payments?reauth=1",
      return_url: "http://localhost:3000/payments?stripe_return=1",
    });
    return { id, url };
  }

  test.each([
    ["complete", { details_submitted: true, payouts_enabled: true }],
    ["restrict", { details_submitted: true, payouts_enabled: false }],
    ["leave", { details_submitted: false, payouts_enabled: false }],
  ])(
    "%s returns to the platform and leaves the account in that state",
    async (action, expected) => {
      const open = await openStandIn();
      const { id, url } = await openLink(open);
      const { location } = await visit(open, url);
      const page = await visit(open, location ?? "");
      for (const button of [
        "Complete onboarding",
        "Finish as restricted",
        "Leave without finishing",
      ]) {
        expect(page.text).toContain(`${button}</button>`);
      }
      expect(await visit(open, location ?? "", { action, bank: "works" })).toMatchObject({
        status: 303,
        location: "http://localhost:3000/payments?stripe_return=1",
      });
      expect(await open.stripe.accounts.retrieve(id)).toMatchObject(expected);
    },
  );

  test("uses the chosen bank", async () => {
    const open = await openStandIn();
    const { id, url } = await openLink(open);
    const { location } = await visit(open, url);
    await visit(open, location ?? "", { action: "complete", bank: "no_account" });
    const { data } = await open.stripe.accounts.listExternalAccounts(id);
    expect(data).toMatchObject([{ last4: "1116" }]);
  });

  test("a link works once and for five minutes; later it redirects to the refresh URL", async () => {
    const open = await openStandIn();
    const used = await openLink(open);
    await visit(open, used.url);
    const late = await openLink(open);
    await open.standIn.control("clock/advance", { seconds: 5 * 60 });
    for (const { url } of [used, late]) {
      expect(await visit(open, url)).toMatchObject({
        status: 303,
        location: "http://localhost:3000/payments?reauth=1",
      });
    }
    expect(await visit(open, "/setup/v/none", { action: "complete" })).toMatchObject({
      location: "/setup/used",
    });
  });
});

test("the billing portal shows the customer's payments and links back", async () => {
  const open = await openStandIn();
  const { stripe, standIn } = open;
  const { id } = await stripe.customers.create({ email: "dev@example.com" });
  const { id: session } = await openSession(stripe, 4_200, { customer: id });
  await standIn.control("checkout/pay", { session });
  await deposit(open, 9_900);
  const { url } = await stripe.billingPortal.sessions.create({
    customer: id,
    return_url: "http://localhost:3000/payments",
  });
  const page = await visit(open, url);
  expect(page.text).toContain("$42.00");
  expect(page.text).not.toContain("$99.00");
  expect(page.text).toContain("Return to Fairclick</button>");
  expect(await visit(open, `${url}/return`, {})).toMatchObject({
    status: 303,
    location: "http://localhost:3000/payments",
  });
  await standIn.control("clock/advance", { seconds: 60 * 60 });
  expect((await visit(open, url)).status).toBe(404);
});

test("the Express dashboard shows balance and payouts, and its link works once", async () => {
  const open = await openStandIn();
  const { stripe, standIn } = open;
  const account = await readyAccount(open);
  await standIn.control("balance/top-up", { amountCents: 5_000 });
  await stripe.transfers.create({ amount: 5_000, currency: "usd", destination: account });
  await stripe.payouts.create({ amount: 1_250, currency: "usd" }, { stripeAccount: account });
  const { url } = await stripe.accounts.createLoginLink(account);
  const { location } = await visit(open, url);
  const page = await visit(open, location ?? "");
  expect(page.text).toContain("$37.50");
  expect(page.text).toContain("$12.50");
  expect((await visit(open, url)).status).toBe(404);
});

test("a request for the favicon is answered", async () => {
  const { standIn } = await openStandIn();
  expect((await fetch(`${standIn.url}/favicon.ico`)).status).toBe(204);
});
