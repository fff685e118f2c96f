import type { Person } from "@fairclick/api/testing/people";
import { asId, type UserId } from "@fairclick/core/ids";
import { exportTransactions } from "@fairclick/services/money/wallet";
import { expect, it } from "vitest";
import { addPerson } from "./money";
import { addPayer } from "./payer";
import { createStripeApp } from "./stripe-app";

const app = await createStripeApp();
const { call, owner, standIn } = app;

const openPortal = ({ token }: Person) =>
  call("POST", "/api/stripe/create-portal-session", { token, json: {} });

async function configurations(): Promise<string[]> {
  const list = await app.deps.stripe?.billingPortal.configurations.list({ limit: 100 });
  return list?.data.map(({ id }) => id) ?? [];
}

it("links each paid deposit to its invoice, in the history and in the CSV, for its owner only", async () => {
  const { person } = await addPayer(app, 2_500);
  const stranger = await addPerson(app);
  const history = await call("GET", "/api/wallet/transactions", { token: person.token });
  const [line] = history.json.transactions;
  const id = line._id.replace("deposit:", "");
  expect(line.receipt).toBe(`/app/payments/receipts/${id}`);
  const csv = await exportTransactions(
    { ...app.ctx, actor: { kind: "user", userId: asId<UserId>(person.id) } },
    { appUrl: "https://fairclick.test" },
  );
  expect(csv).toContain(`,https://fairclick.test/app/payments/receipts/${id}\r\n`);

  const readReceipt = (deposit: string, token?: string) =>
    call("GET", `/api/stripe/deposits/${deposit}/receipt`, token ? { token } : {});
  const { json } = await readReceipt(id, person.token);
  expect(json.url).toMatch(/^http:\/\/localhost:\d+\/i\/in_/);
  expect(await (await fetch(json.url)).text()).toContain("$25.00");
  expect((await readReceipt(id, stranger.token)).status).toBe(404);
  expect((await readReceipt("nonsense", person.token)).status).toBe(404);
  expect((await readReceipt(id)).status).toBe(401);
});

it("has no receipt for a payment that is not paid", async () => {
  const person = await addPerson(app);
  await call("POST", "/api/stripe/create-checkout-session", {
    token: person.token,
    json: { amount: 500 },
  });
  const history = await call("GET", "/api/wallet/transactions", { token: person.token });
  expect(history.json.transactions).toMatchObject([{ status: "pending", receipt: null }]);
});

it("shows invoices and cards in a billing portal that is configured once", async () => {
  const { person } = await addPayer(app, 1_000);
  const opened = await Promise.all([1, 2, 3].map(() => openPortal(person)));
  expect(opened.map(({ status }) => status)).toEqual([200, 200, 200]);
  const [made] = await configurations();
  expect(await configurations()).toHaveLength(1);
  const page = await (await fetch(opened[0]?.json.url)).text();
  expect(page).toMatch(/Payment methods[\s\S]*Card 0077[\s\S]*Invoices[\s\S]*\/i\/in_/);

  // A process that dies between Stripe's answer and the update leaves no id; a day later the
  // idempotency key is forgotten.
  await owner`update marketplace set stripe_portal_configuration_id = null`;
  await standIn.control("clock/advance", { seconds: 2 * 86_400 });
  expect((await openPortal(person)).status).toBe(200);
  expect(await configurations()).toEqual([made]);

  await owner`
    update marketplace set stripe_portal_configuration_id = 'bpc_of_other_keys'`;
  expect((await openPortal(person)).status).toBe(200);
  const [row] = await owner`
    select stripe_portal_configuration_id as id from marketplace`;
  expect(row?.id).toBe(made);
});
