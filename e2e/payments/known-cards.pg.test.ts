import type { Person } from "@fairclick/api/testing/people";
import { expect, it } from "vitest";
import { addPerson, signIn } from "./money";
import { createEarner, passTime, payIn } from "./stolen-cards";
import { createStripeApp } from "./stripe-app";

const app = await createStripeApp({ depositHoldHours: 72 });
const DAY_MS = 24 * 3_600_000;

/** Pays with the test card of the owner, the payer's own by default. */
async function pay(payer: Person, cents: number, owner = payer.id): Promise<string> {
  const token = await signIn(app, payer.id);
  return payIn(app, { ...payer, token }, { cents, card: "success", owner });
}

/** Returns what proves the payer's deposits, oldest first. */
async function readProofs(payer: Person): Promise<(string | null)[]> {
  const rows = await app.owner<{ provedBy: string | null }[]>`
    select l.proved_by as "provedBy" from deposits d
    join ledger_lots l on l.reference = 'deposit:' || d.id
    where d.user_id = ${payer.id} order by d.created_at, d.id`;
  return rows.map(({ provedBy }) => provedBy);
}

async function refundAll(payer: Person, amount: number): Promise<void> {
  const answer = await app.call("POST", "/api/stripe/refunds", {
    token: payer.token,
    json: { amount },
  });
  expect(answer.status, answer.text).toBe(200);
  await app.settle();
}

it("does not make a card known by a small payment, nor by one that went back", async () => {
  const [small, returned] = [await addPerson(app), await addPerson(app)];
  await pay(small, 50);
  await pay(returned, 50_000);
  await refundAll(returned, 50_000);
  await passTime(app, 61 * DAY_MS);
  await pay(small, 50_000);
  await pay(returned, 50_000);
  expect(await readProofs(small)).toEqual([null, null]);
  expect(await readProofs(returned)).toEqual([null, null]);
  const token = await signIn(app, small.id);
  const developer = { ...small, token };
  const creator = await createEarner(app, { developer, cents: 40_000 });
  const { json } = await app.call("GET", "/api/wallet/summary", { token: creator.token });
  expect(json).toMatchObject({ totalEarnings: 400, withdrawableBalance: 0.5 });
});

it("proves at most twice what a card paid and kept, however the payments are divided", async () => {
  const payer = await addPerson(app);
  await pay(payer, 10_000);
  await refundAll(payer, 4_000);
  await passTime(app, 61 * DAY_MS);
  await pay(payer, 7_000);
  await pay(payer, 5_001);
  await pay(payer, 5_000);
  expect(await readProofs(payer)).toEqual([null, "known_card", null, "known_card"]);
});

it("ends with a fraud warning, a dispute, or a payment with the card in another account", async () => {
  const known = async (owner?: string) => {
    const payer = await addPerson(app);
    const charge = await pay(payer, 10_000, owner);
    return { payer, charge, owner };
  };
  const [warned, disputed, shared] = [await known(), await known(), await known("two accounts")];
  await passTime(app, 61 * DAY_MS);
  for (const { payer, owner } of [warned, disputed, shared]) {
    await pay(payer, 5_000, owner);
    expect(await readProofs(payer)).toEqual([null, "known_card"]);
  }
  await app.standIn.control("fraud/warn", { charge: warned.charge });
  await app.standIn.control("disputes/open", { charge: disputed.charge });
  await pay(await addPerson(app), 50, shared.owner);
  await app.settle();
  for (const { payer, owner } of [warned, disputed, shared]) {
    expect(await readProofs(payer)).toEqual([null, null]);
    await pay(payer, 1_000, owner);
    expect(await readProofs(payer)).toEqual([null, null, null]);
  }
});

it("asks Stripe for 3-D Secure", async () => {
  await pay(await addPerson(app), 500);
  const { requests } = await app.standIn.control("requests/list");
  const opened = requests.filter(
    ({ method, path }: { method: string; path: string }) =>
      method === "POST" && path === "/v1/checkout/sessions",
  );
  expect(opened.at(-1)?.params).toMatchObject({
    payment_method_options: { card: { request_three_d_secure: "any" } },
  });
});
