import { join } from "node:path";
import { microsFromCents } from "@fairclick/core/money";
import { addCampaign, addPendingClicks } from "@fairclick/services/testing/marketplace";
import { expect, it } from "vitest";
import { transfersOf } from "./creators";
import { addPerson, expectProvenBooks, onboard, openCheckout } from "./money";
import { createStripeApp } from "./stripe-app";

const KILLS = Number(process.env.KILLS ?? 8);
const CLICKS = 60;
const PAYOUT_CENTS = 5;
const PAYOUT_MICROS = microsFromCents(PAYOUT_CENTS);

const app = await createStripeApp();
const { db, owner, standIn, deps } = app;

function startMovingMoney() {
  const script = join(import.meta.dirname, "payments-process.ts");
  return Bun.spawn([process.execPath, script, deps.config.databaseUrl, standIn.url], {
    stdout: "pipe",
  });
}

/** Lets one process begin and kills it in the middle of whatever it does. */
async function killOne(): Promise<void> {
  const child = startMovingMoney();
  const { value } = await child.stdout.getReader().read();
  expect(new TextDecoder().decode(value)).toBe("moving money\n");
  await Bun.sleep(50 + Math.random() * 400);
  child.kill("SIGKILL");
  await child.exited;
}

it("loses and doubles nothing, however often those who move money are killed", async () => {
  const creators = [await addPerson(app), await addPerson(app)];
  for (const creator of creators) await onboard(app, creator);
  await standIn.control("balance/top-up", { amountCents: CLICKS * PAYOUT_CENTS });
  const { id: campaignId } = await addCampaign(db, {
    payoutMicros: PAYOUT_MICROS,
    budgetMicros: PAYOUT_MICROS * BigInt(CLICKS),
  });
  await addPendingClicks(
    db,
    Array.from({ length: CLICKS }, (_, n) => ({
      at: new Date(Date.now() - 3_600_000 + n * 1_000),
      campaignId,
      creatorId: creators[n % 2]?.id ?? "",
    })),
  );
  const depositor = await addPerson(app);
  const sessions: string[] = [];
  for (const cents of [100, 200, 300, 400, 500, 600]) {
    const session = await openCheckout(app, depositor, cents);
    await standIn.control("checkout/pay", { session });
    sessions.push(session);
  }

  for (let kills = 0; kills < KILLS; kills += 2) {
    // Somebody is killed while Stripe has done what it was asked for and has not answered yet.
    for (const call of ["POST /v1/transfers", "POST /v1/payouts"]) {
      await standIn.control("faults/add", { call, effect: "done", shows: { kind: "hang" } });
    }
    await Promise.all([killOne(), killOne()]);
    await standIn.control("faults/clear");
    await standIn.control("clock/settle");
  }
  await expectProvenBooksOnceNobodyIsLeft();

  const [done] = await owner<{ deposits: bigint; pending: bigint; withdrawals: bigint }[]>`
    select (select sum(amount_micros)::bigint from deposits
        where status = 'completed' and user_id = ${depositor.id}) as deposits,
      (select count(*) from withdrawals where status = 'pending') as pending,
      (select count(*) from withdrawals where status = 'completed') as withdrawals`;
  expect(done?.deposits).toBe(21_000_000n);
  expect(done?.pending).toBe(0n);
  expect(done?.withdrawals).toBeGreaterThan(0n);
  const transfers = await Promise.all(creators.map((creator) => transfersOf(app, creator)));
  expect(BigInt(transfers.flat().length)).toBe(done?.withdrawals);
}, 120_000);

/** What a killed process had taken on is free again after its lease. */
async function expectProvenBooksOnceNobodyIsLeft(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    app.clock.at = new Date(app.clock.at.getTime() + 15 * 60_000);
    await app.settle();
  }
  await expectProvenBooks(app);
}
