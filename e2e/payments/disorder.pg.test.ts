import fc from "fast-check";
import { expect, it } from "vitest";
import { type Actor, advanceTime, anyStep, performStep } from "./disorder-steps";
import { addPerson, expectProvenBooks, onboard, readCents } from "./money";
import { createStripeApp } from "./stripe-app";

const app = await createStripeApp();
const { call, owner, standIn } = app;
const RUNS = 12;
const DAY_SECONDS = 86_400;

/** Adds a person who has money in every account, so that all deeds are possible. */
async function addActor(): Promise<Actor> {
  const person = await addPerson(app);
  await onboard(app, person);
  const actor = { person, sessions: [], charges: [], refunds: [], disputes: [] };
  for (const name of ["pay", "earn"]) {
    await performStep(app, [actor], { kind: "deed", name, who: 0, cents: 4_000 });
  }
  return actor;
}

/** Removes all faults, delivers all events, and lets enough time pass for everything to finish. */
async function settleEverything(actors: Actor[]): Promise<void> {
  await standIn.control("faults/clear");
  for (const actor of actors) {
    await performStep(app, actors, {
      kind: "deed",
      name: "restore the account",
      who: actors.indexOf(actor),
      cents: 0,
    });
  }
  for (let day = 0; day < 10; day += 1) {
    await standIn.control("webhooks/flush");
    await app.work();
    await advanceTime(app, DAY_SECONDS);
  }
}

async function openEnds(): Promise<number> {
  const [row] = await owner<{ n: bigint }[]>`
    select (select count(*) from stripe_events where processed_at is null)
      + (select count(*) from withdrawals where status = 'pending')
      + (select count(*) from deposits where status = 'pending' and payment_intent_id is not null) as n`;
  return Number(row?.n);
}

type Line = { amount: number; status: string };

/** Expects completed and outgoing amounts to add up to the person's balances. */
async function expectHistoryToAddUp({ person }: Actor): Promise<void> {
  const answer = await call("GET", "/api/wallet/transactions?limit=100", { token: person.token });
  const lines: Line[] = answer.json.transactions;
  const counted = lines.filter(
    ({ amount, status }) => status === "completed" || (status === "pending" && amount < 0),
  );
  const sum = counted.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0);
  const { wallet, earnings } = await readCents(app, person);
  expect(sum).toBe(wallet + earnings);
}

it("the books stay correct, whatever people, banks, Stripe and workers do in any order", async () => {
  await standIn.control("webhooks/behave", { mode: "hold", duplicate: 0.3, seed: 5 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyStep, { minLength: 30, maxLength: 60, size: "max" }),
      async (steps) => {
        const actors = [await addActor(), await addActor(), await addActor()];
        for (const [index, step] of steps.entries()) {
          const next = steps[index + 1];
          const atOnce = index % 3 === 0 && next ? [step, next] : [step];
          await Promise.all(atOnce.map((each) => performStep(app, actors, each)));
        }
        for (const actor of actors) await expectHistoryToAddUp(actor);
        await settleEverything(actors);
        expect(await openEnds()).toBe(0);
        await expectProvenBooks(app);
        for (const actor of actors) await expectHistoryToAddUp(actor);
      },
    ),
    { numRuns: RUNS, endOnFailure: true },
  );
  const happened = await owner`select distinct kind from ledger_transactions`;
  expect(happened.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["deposit", "withdrawal", "withdrawal_paid", "withdrawal_failed"]),
  );
});
