import { randomUUID } from "node:crypto";
import type { Db, Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { openAccounts, postTransaction } from "@fairclick/sql/money/ledger";
import { readOpen } from "@fairclick/sql/money/proof-scope";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { expect, it } from "vitest";
import { decideClicks } from "../clicks/decide-clicks";
import { settleClicks } from "../clicks/settle-clicks";
import { addCampaign, addPendingClicks, addUser } from "../testing/marketplace";
import { operatorCtx } from "../testing/operator-ctx";
import { systemCtx } from "../testing/system-ctx";
import { checkBooks, verifyBooks } from "./ledger";

const { db, owner } = await createTestDatabase();
const ctx = systemCtx(db);
const asOwner: Db = { sql: owner, transactions: owner, end: async () => {} };

const creatorId = await addUser(db);
const campaign = await addCampaign(db, { payoutMicros: 10_000n, feeBasisPoints: 700 });
await addPendingClicks(
  db,
  [null, null, "vpn", "known_bot"].map((signal, second) => ({
    at: new Date(Date.now() - 600_000 + second * 1_000),
    campaignId: campaign.id,
    creatorId,
    signals: signal === "vpn" || signal === "known_bot" ? [{ signal, evidence: {} }] : [],
  })),
);
await settleClicks(ctx, {
  watermark: new Date(Date.now() - 65_000),
  windowSeconds: 60,
  shard: 0,
  shards: 1,
  batchSize: 100,
});
const withdrawalId = randomUUID();
await withTx(db, async (tx) => {
  await tx`
    insert into withdrawals (id, user_id, amount_micros, stripe_account_id)
    values (${withdrawalId}, ${creatorId}, 10000, 'acct_1')`;
  await postTransaction(tx, {
    kind: "withdrawal",
    idempotencyKey: `withdrawal:${withdrawalId}`,
    reference: `withdrawal:${withdrawalId}`,
    entries: [
      { account: { kind: "earnings", ownerId: creatorId }, micros: -10_000n },
      { account: { kind: "in_transit", ownerId: creatorId }, micros: 10_000n },
    ],
  });
});

const refunderId = await addUser(db, 20_000n);
await withTx(db, async (tx) => {
  const [deposit] = await tx<
    { id: string }[]
  >`select id from deposits where user_id = ${refunderId}`;
  const depositId = deposit?.id ?? "";
  const { id: transactionId } = await postTransaction(tx, {
    kind: "refund",
    idempotencyKey: `refund:${depositId}`,
    reference: `deposit:${depositId}`,
    entries: [
      { account: { kind: "wallet", ownerId: refunderId }, micros: -10_000n },
      { account: { kind: "stripe_clearing" }, micros: 10_000n },
    ],
  });
  await tx`
    insert into refunds (id, user_id, deposit_id, amount_micros, status, request_id, transaction_id,
      stripe_refund_id)
    values (${randomUUID()}, ${refunderId}, ${depositId}, 10000, 'sent', ${randomUUID()},
      ${transactionId}, 're_1')`;
});

const [taken] = await db.sql<
  { id: string }[]
>`select id from clicks where verdict = 'valid' limit 1`;
await decideClicks(await operatorCtx(db, owner), {
  action: "reverse",
  category: "mistake",
  reason: "a test",
  dryRun: false,
  clicks: { ids: [taken?.id ?? ""] },
});

it("finds no difference in books that are right", async () => {
  const report = await verifyBooks(ctx);
  expect(report.checks.filter((check) => check.differences.length > 0)).toEqual([]);
  expect(report.clean).toBe(true);
});

/** What the checks say of books in which the owner of the database has done this, which is then undone. */
async function differencesAfter(tamper: (tx: Tx) => PromiseLike<unknown>) {
  const undo = new Error("undo");
  const found: Record<string, Record<string, unknown>[]> = {};
  await withTx(asOwner, async (tx) => {
    for (const table of [
      "ledger_accounts",
      "ledger_entries",
      "ledger_lot_balances",
      "ledger_lot_entries",
      "ledger_transactions",
      "campaigns",
    ])
      await tx`alter table ${tx(table)} disable trigger user`;
    await tamper(tx);
    for (const { name, differences } of (
      await checkBooks(tx, { limit: 20, scope: await readOpen(tx) })
    ).checks)
      if (differences.length > 0) found[name] = differences;
    throw undo;
  }).catch((error) => {
    if (error !== undo) throw error;
  });
  return found;
}

const escrow = (tx: Tx) => tx`(select id from ledger_accounts where owner_id = ${campaign.id})`;
const payout = (tx: Tx) => tx`(select id from ledger_transactions where kind = 'click_payout')`;

const tamperings: Record<string, (tx: Tx) => PromiseLike<unknown>> = {
  transactions_sum_to_zero: (tx) => tx`
    update ledger_entries set micros = micros + 1, quantity = null, unit_micros = null where account_id = ${escrow(tx)}`,
  transactions_have_entries: (tx) =>
    tx`delete from ledger_entries where transaction_id = ${payout(tx)}`,
  entries_belong: (tx) => tx`delete from ledger_transactions where kind = 'click_payout'`,
  balances_equal_entries: (tx) => tx`
    update ledger_accounts set balance_micros = balance_micros + 1 where id = ${escrow(tx)}`,
  campaigns_add_up: (tx) => tx`
    update ledger_transactions set kind = 'dispute' where kind = 'click_payout'`,
  budgets_reserved: (tx) => tx`update campaigns set budget_micros = budget_micros + 1`,
  released_escrows_empty: (tx) => tx`update campaigns set released_at = now()`,
  claims_equal_held_clicks: (tx) => tx`update held_claims set micros = 0`,
  paid_clicks_equal_payouts: (tx) =>
    tx`update clicks set price_micros = 9999 where verdict = 'valid'`,
  fees_equal_clicks: (tx) => tx`update campaigns set fee_basis_points = 600`,
  clicks_have_their_price: (tx) => tx`update clicks set price_micros = 9999`,
  clicks_judged_once: (tx) => tx`
    insert into pending_clicks (id, clicked_at, campaign_id, creator_id, ip, ip_key, device_key, device_known, method)
    select id, clicked_at, campaign_id, creator_id, ip, ip_key, device_key, device_known, method from visited_clicks`,
  link_totals_equal_clicks: (tx) => tx`update link_outcomes set invalid = invalid + 1`,
  settlements_equal_clicks: (tx) => tx`update settlements set paid_micros = 0`,
  reversals_equal_decisions: (tx) => tx`
    update ledger_entries set micros = micros + 1
    where transaction_id = (select id from ledger_transactions where kind = 'click_reversal')`,
  approvals_equal_decisions: (tx) =>
    tx`update ledger_transactions set click_day = null where kind = 'click_payout'`,
  seals_are_chained: (tx) =>
    tx`insert into day_seals (day, clicks, sums, digest) values ('2020-01-01', 0, '{}', 'none')`,
  sealed_links_equal_seals: (tx) => tx`
    insert into sealed_links values (${campaign.id}, ${creatorId}, 'valid', 1, 1, 1)`,
  verdicts_equal_decisions: (tx) =>
    tx`update clicks set verdict = 'held', reason = 'vpn', recorded_at = now() where reason = 'reversed'`,
  debts_are_paid_first: async (tx) => {
    await tx`insert into ledger_accounts (kind, owner_id, balance_micros) values ('debt', ${creatorId}, -5)`;
    await tx`update ledger_accounts set balance_micros = 5 where kind = 'earnings' and owner_id = ${creatorId}`;
  },
  deposits_equal_postings: (tx) => tx`update deposits set amount_micros = amount_micros + 10000`,
  withdrawals_equal_postings: (tx) => tx`
    update withdrawals set status = 'failed', failure_reason = 'none'`,
  refunds_equal_postings: (tx) => tx`update refunds set status = 'failed', failure_reason = 'none'`,
  refunds_within_deposits: (tx) => tx`update refunds set amount_micros = 1000000`,
  lots_equal_balances: (tx) => tx`update ledger_lot_balances set micros = micros + 1`,
  lots_equal_their_entries: (tx) => tx`delete from ledger_lot_balances`,
  entries_equal_their_lots: (tx) => tx`
    update ledger_lot_entries set micros = micros + 1 where account_id = ${escrow(tx)}`,
  transactions_sum_to_zero_in_each_lot: (tx) => tx`
    delete from ledger_lot_entries where account_id = ${escrow(tx)}`,
  // What reversals did once: a debt became money at once, before anybody paid it.
  money_that_left_is_explained: async (tx) => {
    await tx`alter table ledger_entries enable trigger user`;
    await openAccounts(tx, creatorId, ["debt"]);
    await postTransaction(tx, {
      kind: "click_reversal",
      idempotencyKey: "click_reversal:early",
      reference: `campaign:${campaign.id}`,
      entries: [
        { account: { kind: "debt", ownerId: creatorId }, micros: -5n },
        { account: { kind: "escrow", ownerId: campaign.id }, micros: 5n },
      ],
    });
  },
  debts_are_recoverable: (tx) => tx`
    insert into ledger_accounts (kind, owner_id, balance_micros) values ('recoverable', ${refunderId}, 5)`,
  transit_equals_open_withdrawals: (tx) => tx`update withdrawals set amount_micros = 20000`,
};

it.each(Object.entries(tamperings))("%s finds the tampering", async (name, tamper) => {
  const found = await differencesAfter(tamper);
  expect(Object.keys(found)).toContain(name);
  expect(found[name]?.length).toBeGreaterThan(0);
});

it("names the guarded balance that is below zero", async () => {
  const found = await differencesAfter(async (tx) => {
    await tx`alter table ledger_accounts drop constraint ledger_balance_not_negative`;
    await tx`update ledger_accounts set balance_micros = -5 where id = ${escrow(tx)}`;
  });
  expect(found.guarded_balances_not_negative).toEqual([
    { account: expect.any(String), kind: "escrow", owner: campaign.id, balanceMicros: "-5" },
  ]);
});

it("finds a reversal that is not the opposite of its transaction", async () => {
  const found = await differencesAfter(async (tx) => {
    const id = randomUUID();
    await tx`
      insert into ledger_transactions (id, kind, idempotency_key, reverses)
      select ${id}, 'reversal', 'r', id from ledger_transactions where kind = 'click_payout'`;
    await tx`
      insert into ledger_entries (transaction_id, account_id, micros)
      select ${id}::uuid, account_id, sign(micros) * -1 from ledger_entries where transaction_id = ${payout(tx)}`;
  });
  expect(found.reversals_mirror).toHaveLength(3);
});

it("has a test for every check", async () => {
  const { checks } = await verifyBooks(ctx);
  const tested = [...Object.keys(tamperings), "guarded_balances_not_negative", "reversals_mirror"];
  expect(checks.map((check) => check.name).sort()).toEqual(tested.sort());
});

it("lists at most the requested number", async () => {
  const report = await verifyBooks(ctx, { limit: 1 });
  expect(report.checks.every((check) => check.differences.length <= 1)).toBe(true);
});
