import { join } from "node:path";
import { requireOperator } from "@fairclick/services/changes";
import { reconcileStripe } from "@fairclick/services/money/ledger";
import { expectRightBooks } from "@fairclick/services/testing/expect-right-books";
import { operatorCtx } from "@fairclick/services/testing/operator-ctx";
import type { TransactionKind } from "@fairclick/sql/money/ledger";
import fc from "fast-check";
import { expect, it } from "vitest";
import { addPerson, expectProvenBooks, onboard } from "./money";
import { createStripeApp } from "./stripe-app";

/** `KILL_SEED=… KILL_ROUNDS=…` repeats what the processes intended, but not their timing. */
const SEED = Number(process.env.KILL_SEED ?? Math.floor(Math.random() * 2 ** 30));
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 4);
const MAX_ROUNDS = ROUNDS * 10;
const PROCESSES = 2;
const MINUTE_MS = 60_000;

const everyKind: TransactionKind[] = [
  "deposit",
  "reserve",
  "click_payout",
  "release",
  "withdrawal",
  "withdrawal_paid",
  "withdrawal_failed",
  "refund",
  "dispute",
  "reversal",
  "stripe_fee",
];

const app = await createStripeApp();
const { db, owner, standIn, deps } = app;
const operatorId = requireOperator(await operatorCtx(db, owner));

it(`loses and doubles nothing, however often money-moving processes are killed (seed ${SEED})`, async () => {
  for (let person = 0; person < 3; person += 1) await onboard(app, await addPerson(app));
  let missing: string[] = everyKind;
  for (let round = 0; round < ROUNDS || missing.length > 0; round += 1) {
    // Disputes close accounts to new campaigns, so each round needs a person without any.
    await onboard(app, await addPerson(app));
    expect(round, `no ${missing} within the maximum of rounds`).toBeLessThan(MAX_ROUNDS);
    await killSome(round);
    await expectRightBooks({ db });
    await expectProvenOnceNobodyIsLeft();
    missing = await findMissing();
  }
  await expectEachSentOnce();
  await expectEachRefundedOnce();
  await expectEachFeePostedOnce();
});

const life = fc.record({ seed: fc.nat(2 ** 20), acts: fc.integer({ min: 20, max: 120 }) });

/**
 * Starts processes and kills them at random points, some while Stripe has executed a request but
 * not answered it. Events are sometimes delivered twice; in every other round they are held until
 * another process has continued the killed ones' work.
 */
async function killSome(round: number): Promise<void> {
  const mode = round % 2 === 0 ? "hold" : "send";
  await standIn.control("webhooks/behave", { mode, duplicate: 0.2, seed: SEED + round });
  for (const call of ["POST /v1/transfers", "POST /v1/payouts", "POST /v1/refunds"]) {
    await standIn.control("faults/add", { call, effect: "done", shows: { kind: "hang" } });
  }
  await Promise.all(fc.sample(life, { seed: SEED + round, numRuns: PROCESSES }).map(killOne));
  await standIn.control("faults/clear");
}

async function killOne({ seed, acts }: { seed: number; acts: number }): Promise<void> {
  const aheadMs = app.clock.at.getTime() - Date.now();
  const script = join(import.meta.dirname, "payments-process.ts");
  const world = [deps.config.databaseUrl, standIn.url, operatorId];
  const child = Bun.spawn([process.execPath, script, ...world, `${seed}`, `${aheadMs}`], {
    stdout: "pipe",
  });
  expect(await countActs(child.stdout, acts)).toBe(acts);
  child.kill("SIGKILL");
  await child.exited;
}

/** Resolves with `most` once this many acts are done, or with fewer if the process exits first. */
async function countActs(output: ReadableStream<Uint8Array>, most: number): Promise<number> {
  const decoder = new TextDecoder();
  let printed = "";
  for await (const part of output) {
    printed += decoder.decode(part, { stream: true });
    if (printed.split("acted\n").length > most) return most;
  }
  return printed.split("acted\n").length - 1;
}

/** Verifies the books after the leases of killed processes expired and their work was finished. */
async function expectProvenOnceNobodyIsLeft(): Promise<void> {
  app.clock.at = new Date(app.clock.at.getTime() + 10 * MINUTE_MS);
  await app.work();
  await standIn.control("webhooks/behave", { mode: "send" });
  await standIn.control("webhooks/flush", { order: "shuffled", seed: SEED });
  await app.settle();
  app.clock.at = new Date(app.clock.at.getTime() + 10 * MINUTE_MS);
  await app.settle();
  await expectProvenBooks(app);
}

/** Returns what has not happened yet: kinds of transactions, and a refund that we sent to Stripe. */
async function findMissing(): Promise<string[]> {
  const rows = await db.sql<{ kind: string }[]>`
    select distinct kind::text from ledger_transactions
    union all select 'sent refund' from refunds where stripe_refund_id is not null`;
  const seen = new Set(rows.map(({ kind }) => kind));
  return [...everyKind, "sent refund"].filter((kind) => !seen.has(kind));
}

/** Expects Stripe to have one transfer for each sent withdrawal, and no others. */
async function expectEachSentOnce(): Promise<void> {
  const sent = await owner<{ id: string; transfer: string }[]>`
    select id, transfer_id as transfer from withdrawals where transfer_id is not null order by transfer`;
  const transfers: { id: string; transfer: string }[] = [];
  for await (const { id, metadata } of deps.stripe?.transfers.list({ limit: 100 }) ?? []) {
    transfers.push({ id: metadata.withdrawal_id ?? "", transfer: id });
  }
  expect(transfers.length).toBeGreaterThan(0);
  expect(transfers.toSorted((a, b) => (a.transfer < b.transfer ? -1 : 1))).toEqual([...sent]);
}

/** Expects Stripe to have one refund for each that was sent, and no others of ours. */
async function expectEachRefundedOnce(): Promise<void> {
  const sent = await owner<{ id: string; refund: string }[]>`
    select id, stripe_refund_id as refund from refunds where stripe_refund_id is not null order by id`;
  const refunds: { id: string; refund: string }[] = [];
  for await (const { id, metadata } of deps.stripe?.refunds.list({ limit: 100 }) ?? []) {
    if (metadata?.refund_id) refunds.push({ id: metadata.refund_id, refund: id });
  }
  expect(refunds.length).toBeGreaterThan(0);
  expect(refunds.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([...sent]);
}

/** Expects a transaction for each of Stripe's fees, once the rest is posted, and no others. */
async function expectEachFeePostedOnce(): Promise<void> {
  await reconcileStripe(app.ctx);
  const fees: { id: string; micros: bigint }[] = [];
  for await (const { id, fee } of deps.stripe?.balanceTransactions.list({ limit: 100 }) ?? []) {
    if (fee !== 0) fees.push({ id, micros: BigInt(fee) * 10_000n });
  }
  const posted = await owner<{ id: string; micros: bigint }[]>`
    select substr(t.reference, length('stripe:') + 1) as id, -e.micros as micros
    from ledger_transactions t
    join ledger_entries e on e.transaction_id = t.id
    join ledger_accounts a on a.id = e.account_id and a.kind = 'stripe_fees'
    where t.kind = 'stripe_fee' order by id`;
  expect(fees.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([...posted]);
  await expectProvenBooks(app);
}
