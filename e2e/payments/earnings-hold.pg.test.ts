import type { Person } from "@fairclick/api/testing/people";
import { traceWithdrawal } from "@fairclick/services/money/ledger";
import { withTx } from "@fairclick/sql/db/tx";
import { openAccounts, postTransaction } from "@fairclick/sql/money/ledger";
import { expect, it } from "vitest";
import { createCreator, lastWithdrawal } from "./creators";
import { addPerson, earn, expectProvenBooks, openCheckout, readCents, withdraw } from "./money";
import { createStripeApp } from "./stripe-app";

const app = await createStripeApp({ depositHoldHours: 24 });
const { call } = app;
const HOUR_MS = 3_600_000;

it("shows earnings as pending until their deposit is old enough, and pays them no earlier", async () => {
  const creator = await createCreator(app, 3_000);
  const balances = async () => {
    const { json: summary } = await call("GET", "/api/wallet/summary", { token: creator.token });
    const { json } = await call("GET", "/api/users/dashboard", { token: creator.token });
    const { withdrawableBalance, totalEarnings, pendingPayouts } = summary;
    const { pendingPayout } = json.stats;
    return { withdrawableBalance, totalEarnings, pendingPayouts, pendingPayout };
  };
  const young = { withdrawableBalance: 0, totalEarnings: 30, pendingPayouts: 0, pendingPayout: 30 };
  expect(await balances()).toEqual(young);
  const early = await withdraw(app, creator, 1);
  expect(early.json).toMatchObject({
    code: "insufficient_funds",
    error: "Withdrawal amount cannot exceed your balance.",
  });

  app.clock.at = new Date(app.clock.at.getTime() + 25 * HOUR_MS);
  expect(await balances()).toEqual({ ...young, withdrawableBalance: 30, pendingPayout: 0 });
  expect((await withdraw(app, creator, 3_001)).json.code).toBe("insufficient_funds");
  const all = await Promise.all(Array.from({ length: 5 }, () => withdraw(app, creator, 3_000)));
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  await app.settle();
  expect(await readCents(app, creator)).toMatchObject({ earnings: 0, inTransit: 0 });

  app.clock.at = new Date();
  await earn(app, creator, 500);
  expect(await balances()).toMatchObject({ withdrawableBalance: 0, pendingPayout: 5 });
  await expectProvenBooks(app);
});

/** Pays for a deposit with a test card and returns the charge. */
async function pay(
  developer: Person,
  cents: number,
  card: "success" | "three_d_secure",
): Promise<string> {
  const session = await openCheckout(app, developer, cents);
  await app.standIn.control("checkout/pay", { session, card });
  await app.settle();
  const paid = await app.deps.stripe?.checkout.sessions.retrieve(session, {
    expand: ["payment_intent"],
  });
  const intent = paid?.payment_intent;
  return typeof intent === "string" ? intent : String(intent?.latest_charge);
}

/** Pays the creator from the developer's wallet, as a campaign does. */
async function payCreator(developer: Person, creator: Person, cents: number): Promise<void> {
  const campaign = crypto.randomUUID();
  const micros = BigInt(cents) * 10_000n;
  const accounts = [
    { kind: "wallet", ownerId: developer.id },
    { kind: "escrow", ownerId: campaign },
    { kind: "earnings", ownerId: creator.id },
  ] as const;
  await withTx(app.db, async (tx) => {
    await openAccounts(tx, campaign, ["escrow"]);
    for (const [place, kind] of (["reserve", "click_payout"] as const).entries()) {
      const [from, to] = [accounts[place], accounts[place + 1]];
      if (!from || !to) throw new Error("No such step");
      await postTransaction(tx, {
        kind,
        idempotencyKey: crypto.randomUUID(),
        entries: [
          { account: from, micros: -micros },
          { account: to, micros },
        ],
      });
    }
  });
}

it("traces a withdrawal to the cards that it came from", async () => {
  const [first, second] = [await addPerson(app), await addPerson(app)];
  const creator = await createCreator(app, 1);
  await pay(first, 1_000, "three_d_secure");
  await pay(second, 2_000, "three_d_secure");
  await payCreator(first, creator, 1_000);
  await payCreator(second, creator, 500);
  expect((await withdraw(app, creator, 1_200)).status).toBe(200);
  const id = (await lastWithdrawal(app, creator))?.id ?? "";
  const { withdrawal, lots } = await traceWithdrawal(app, id);
  expect(withdrawal).toMatchObject({ userId: creator.id, micros: "12000000" });
  expect(
    lots.map(({ micros, deposit }) => [micros, deposit?.userId, deposit?.card, deposit?.provedBy]),
  ).toEqual([
    ["10000000", first.id, "visa 3220", "three_d_secure"],
    ["2000000", second.id, "visa 3220", "three_d_secure"],
  ]);
});

type Part = { reason: string; amount: number; at: string | null };

it("frees what 3-D Secure paid at once, and freezes exactly a disputed card's earnings", async () => {
  const [checked, plain, creator] = [
    await addPerson(app),
    await addPerson(app),
    await addPerson(app),
  ];
  const read = async () => {
    const { json } = await call("GET", "/api/wallet/summary", { token: creator.token });
    const parts = json.waiting.map(({ reason, amount, at }: Part) => [reason, amount, at]);
    return [json.withdrawableBalance, ...parts];
  };
  await pay(checked, 2_000, "three_d_secure");
  await payCreator(checked, creator, 2_000);
  expect(await read()).toEqual([20]);

  const charge = await pay(plain, 3_000, "success");
  await payCreator(plain, creator, 3_000);
  expect(await read()).toEqual([20, ["new_payment", 30, expect.any(String)]]);
  app.clock.at = new Date(app.clock.at.getTime() + 25 * HOUR_MS);
  expect(await read()).toEqual([50]);

  const { id: dispute } = await app.standIn.control("disputes/open", { charge });
  await app.settle();
  expect(await read()).toEqual([20, ["disputed_payment", 30, null]]);
  await app.standIn.control("disputes/close", { dispute, status: "lost" });
  await app.settle();
  expect(await read()).toEqual([20, ["disputed_payment", 30, expect.any(String)]]);
  app.clock.at = new Date(app.clock.at.getTime() + 8 * 24 * HOUR_MS);
  expect(await read()).toEqual([50]);
});
