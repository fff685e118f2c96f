import { expect, test } from "vitest";
import { handlers } from "./api/handlers";
import { type OpenStandIn, openStandIn } from "./testing/open-stand-in";
import { deposit, openSession, readyAccount } from "./testing/situations";

test("every call of the real SDK works, and every answer and event matches its declaration", async () => {
  const open = await openStandIn();
  const { standIn, endpoint } = open;

  await driveCustomers(open);
  await drivePayments(open);
  await driveAccounts(open);
  await driveTransfers(open);
  await driveEvents(open);
  await standIn.control("clock/advance", { seconds: 3 * 24 * 60 * 60 });

  const { requests } = await standIn.control("requests/list");
  expect(requests.filter(({ status }) => status !== 200)).toEqual([]);
  const made = new Set(requests.map(({ method, path }) => findCall(method, path)));
  expect([...made].sort()).toEqual(Object.keys(handlers).sort());
  expect(new Set(endpoint.types())).toContain("payout.paid");
});

async function driveCustomers({ stripe }: OpenStandIn) {
  const { id } = await stripe.customers.create({ email: "dev@example.com", name: "Dev" });
  await stripe.customers.update(id, { metadata: { user: "1" }, phone: "+15550100" });
  expect((await stripe.customers.retrieve(id)).id).toBe(id);
  expect((await stripe.customers.list({ email: "dev@example.com" })).data).toHaveLength(1);
  const features = { invoice_history: { enabled: true }, payment_method_update: { enabled: true } };
  const { id: configuration } = await stripe.billingPortal.configurations.create({ features });
  const configurations = await stripe.billingPortal.configurations.list({ active: true });
  expect(configurations.data.map((each) => each.id)).toEqual([configuration]);
  const portal = { customer: id, configuration, return_url: "http://localhost:3000/payments" };
  expect((await stripe.billingPortal.sessions.create(portal)).customer).toBe(id);
  expect(await stripe.customers.del(id)).toMatchObject({ id, deleted: true });
  expect(await stripe.customers.retrieve(id)).toMatchObject({ id, deleted: true });
}

async function drivePayments(open: OpenStandIn) {
  const { stripe, standIn } = open;
  const { id } = await openSession(stripe);
  expect((await stripe.checkout.sessions.expire(id)).status).toBe("expired");
  const paid = await deposit(open, 10_000);
  const invoiced = await openSession(stripe, 1_500, { invoice_creation: { enabled: true } });
  await standIn.control("checkout/pay", { session: invoiced.id });
  const { invoice } = await stripe.checkout.sessions.retrieve(invoiced.id);
  expect(await stripe.invoices.retrieve(String(invoice))).toMatchObject({
    status: "paid",
    total: 1_500,
  });
  await deposit(open, 7_000, "pending");
  await stripe.checkout.sessions.list({ status: "complete" });
  await stripe.paymentIntents.list();
  const expand = ["balance_transaction", "payment_intent"];
  const charge = await stripe.charges.retrieve(paid.charge, { expand });
  expect(charge.balance_transaction).toMatchObject({ amount: 10_000, fee: 320, net: 9_680 });
  await stripe.charges.list({ payment_intent: paid.intent.id });
  const refund = await stripe.refunds.create({ charge: paid.charge, amount: 1_000 });
  await stripe.refunds.retrieve(refund.id);
  await stripe.refunds.list({ charge: paid.charge });
  const disputed = await deposit(open, 2_000);
  const { id: dispute } = await standIn.control("disputes/open", { charge: disputed.charge });
  await stripe.disputes.retrieve(dispute);
  await stripe.disputes.list({ charge: disputed.charge });
  expect((await stripe.disputes.close(dispute)).status).toBe("lost");
  const warning = await standIn.control("fraud/warn", { charge: paid.charge });
  await stripe.radar.earlyFraudWarnings.retrieve(warning.id);
}

async function driveAccounts(open: OpenStandIn) {
  const { stripe } = open;
  const account = await readyAccount(open);
  await stripe.accounts.retrieve(account);
  await stripe.accounts.update(account, { metadata: { user: "2" } });
  await stripe.accounts.list();
  await stripe.accounts.listCapabilities(account);
  await stripe.accounts.listExternalAccounts(account);
  await stripe.accounts.createLoginLink(account);
  await stripe.accountLinks.create({
    account,
    type: "account_onboarding",
    refresh_url: "http://localhost:3000/payments?reauth=1",
    return_url: "http://localhost:3000/payments?stripe_return=1",
  });
  await stripe.accounts.del(account);
}

async function driveTransfers(open: OpenStandIn) {
  const { stripe } = open;
  const destination = await readyAccount(open);
  const group = "wd:1";
  const transfer = await stripe.transfers.create({
    amount: 3_000,
    currency: "usd",
    destination,
    transfer_group: group,
  });
  await stripe.transfers.update(transfer.id, { description: "Withdrawal" });
  await stripe.transfers.retrieve(transfer.id, { expand: ["destination", "balance_transaction"] });
  await stripe.transfers.list({ transfer_group: group });
  await stripe.transfers.createReversal(transfer.id, { amount: 500 });
  await stripe.transfers.listReversals(transfer.id);
  expect((await stripe.exchangeRates.retrieve("usd")).rates.eur).toBe(0.9);
  const as = { stripeAccount: destination };
  const payout = await stripe.payouts.create({ amount: 1_500, currency: "usd" }, as);
  const cancelled = await stripe.payouts.create({ amount: 900, currency: "usd" }, as);
  expect((await stripe.payouts.cancel(cancelled.id, {}, as)).status).toBe("canceled");
  await stripe.payouts.retrieve(payout.id, {}, as);
  await stripe.payouts.list({}, as);
  expect((await stripe.balance.retrieve({}, as)).available[0]?.amount).toBe(1_000);
}

async function driveEvents({ stripe }: OpenStandIn) {
  const { data } = await stripe.events.list({ limit: 100 });
  await stripe.events.retrieve(data[0]?.id ?? "");
  const { data: booked } = await stripe.balanceTransactions.list({ expand: ["data.source"] });
  await stripe.balanceTransactions.retrieve(booked[0]?.id ?? "");
}

function findCall(method: string, path: string): string {
  const fits = Object.keys(handlers).find((call) => {
    const [verb, route = ""] = call.split(" ");
    return verb === method && new RegExp(`^${route.replace(":id", "[^/]+")}$`).test(path);
  });
  return fits ?? `${method} ${path}`;
}
