import type { ClickSelection } from "@fairclick/core/clicks/click-decisions-schema";
import { asId, type CampaignId, type UserId, type WithdrawalId } from "@fairclick/core/ids";
import { listClicksById } from "@fairclick/sql/clicks/click-decisions";
import { makeClickPartitions } from "@fairclick/sql/clicks/click-partitions";
import { ALL_LINKS } from "@fairclick/sql/clicks/stats/update-counters";
import { withTx } from "@fairclick/sql/db/tx";
import { getBalance } from "@fairclick/sql/money/ledger";
import { completeWithdrawal, insertWithdrawal } from "@fairclick/sql/money/withdrawals";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { afterEach, expect, it } from "vitest";
import { releaseEscrows } from "../../campaigns/release-escrow";
import { verifyBooks } from "../../money/ledger/verify-books";
import { getSummary } from "../../money/wallet/get-summary";
import { listTransactions } from "../../money/wallet/list-transactions";
import { postPaid, postRequested } from "../../money/withdrawals/postings";
import { addCampaign, addPendingClicks, addUser, type TestClick } from "../../testing/marketplace";
import { operatorCtx } from "../../testing/operator-ctx";
import { systemCtx } from "../../testing/system-ctx";
import { forgetClicks } from "../retain/forget-clicks";
import { settleClicks } from "../settle/settle-clicks";
import { type Act, applyDecision, lockFunds } from "./decide-batch";
import { decideClicks } from "./decide-clicks";

const { db, owner } = await createTestDatabase();
const now = new Date();
const ctx = await operatorCtx(db, owner, () => now);
const PRICE = 10_000n;
const because = { reason: "looked at it", dryRun: false };
const vpn = [{ signal: "vpn" as const, evidence: {} }];

afterEach(async () => {
  const { checks } = await verifyBooks(ctx);
  expect(checks.filter(({ differences }) => differences.length > 0)).toEqual([]);
});

type Given = {
  held?: number;
  valid?: number;
  clicksOfBudget?: number;
  endsAt?: Date;
} & Partial<TestClick>;

/** A campaign with judged clicks of one creator. */
async function world({ held = 0, valid = 0, clicksOfBudget = 10, endsAt, ...click }: Given = {}) {
  const campaign = await addCampaign(db, {
    payoutMicros: PRICE,
    budgetMicros: PRICE * BigInt(clicksOfBudget),
    ...(endsAt ? { endsAt } : {}),
  });
  const creatorId = asId<UserId>(await addUser(db));
  const base = {
    at: new Date(now.getTime() - 600_000),
    campaignId: campaign.id,
    creatorId,
    ...click,
  };
  const clicks = [
    ...Array.from({ length: held }, () => ({ ...base, signals: vpn })),
    ...Array.from({ length: valid }, () => base),
  ];
  const ids = await addPendingClicks(db, clicks);
  await settle();
  return { campaign, creatorId, held: ids.slice(0, held), valid: ids.slice(held) };
}

function settle() {
  const everything = { windowSeconds: 60, shard: 0, shards: 1, batchSize: 100 };
  return settleClicks(systemCtx(db), { watermark: now, ...everything });
}

const approve = (clicks: ClickSelection, dryRun = false) =>
  decideClicks(ctx, { action: "approve", clicks, ...because, dryRun });
const reject = (clicks: ClickSelection, dryRun = false) =>
  decideClicks(ctx, { action: "reject", clicks, ...because, dryRun });
const reverse = (clicks: ClickSelection, dryRun = false) =>
  decideClicks(ctx, { action: "reverse", category: "bot_traffic", clicks, ...because, dryRun });

const hold = (clicks: ClickSelection, dryRun = false) =>
  decideClicks(ctx, { action: "hold", clicks, ...because, dryRun });

const earningsOf = (ownerId: string) => getBalance(db.sql, { kind: "earnings", ownerId });
const escrowOf = (ownerId: string) => getBalance(db.sql, { kind: "escrow", ownerId });
const debtOf = (ownerId: string) => getBalance(db.sql, { kind: "debt", ownerId });

async function verdictsOf(campaignId: string) {
  const rows = await db.sql<{ is: string }[]>`
    select trim(verdict || ' ' || coalesce(reason, '')) as is from clicks
    where campaign_id = ${campaignId} order by 1`;
  return rows.map((row) => row.is);
}

async function countersOf(campaignId: string) {
  const rows = await db.sql<{ is: string; clicks: bigint }[]>`
    select n.verdict || ' ' || k.value as is, sum(n.clicks)::bigint as clicks
    from click_days k
    cross join lateral (
      values ('invalid', k.invalid), ('held', k.held), ('unpaid', k.unpaid)
    ) as n (verdict, clicks)
    where k.campaign_id = ${campaignId} and k.creator_id <> ${ALL_LINKS} and k.dimension = 'reason'
    group by 1 having sum(n.clicks) <> 0
    union all
    select 'valid', sum(valid)::bigint from link_outcomes
    where campaign_id = ${campaignId} having sum(valid) <> 0`;
  return Object.fromEntries(rows.map((row) => [row.is, Number(row.clicks)]));
}

async function claimsOf(campaignId: string) {
  const [row] = await db.sql<{ clicks: bigint; micros: bigint }[]>`
    select clicks, micros from held_claims where campaign_id = ${campaignId}`;
  return row && { ...row };
}

/** Sends so much of the earnings away for good. */
async function withdraw(userId: UserId, amountMicros: bigint) {
  const id = asId<WithdrawalId>(Bun.randomUUIDv7());
  const request = { id, userId, amountMicros };
  await withTx(db, async (tx) => {
    await postRequested(tx, request);
    await insertWithdrawal(tx, {
      ...request,
      stripeAccountId: "acct_1",
      currency: "usd",
      requestId: null,
      at: now,
    });
    await completeWithdrawal(tx, { id, transferId: `tr_${id}`, at: now });
    await postPaid(tx, request);
  });
}

it("pays a held click, removes its claim, and records the operator and the reason", async () => {
  const { campaign, creatorId, held } = await world({ held: 2 });
  const [id = ""] = held;
  const decision = await approve({ ids: [id] });
  expect(decision).toEqual({
    action: "approve",
    actId: expect.any(String),
    applied: true,
    clicks: 1,
    micros: "10000",
    debtMicros: "0",
    campaigns: [{ campaignId: campaign.id, name: "Obby", clicks: 1, micros: "10000" }],
    creators: [{ creatorId, username: creatorId, clicks: 1, micros: "10000", debtMicros: "0" }],
    skipped: [],
    complete: true,
  });
  expect(await earningsOf(creatorId)).toBe(PRICE);
  expect(await verdictsOf(campaign.id)).toEqual(["held vpn", "valid"]);
  expect(await countersOf(campaign.id)).toEqual({ "held vpn": 1, valid: 1 });
  expect(await claimsOf(campaign.id)).toEqual({ clicks: 1n, micros: PRICE });
  const [audit] = await owner`select * from audit_log where subject = ${`click:${id}`}`;
  expect(audit).toMatchObject({
    actor_kind: "operator",
    action: "clicks.approve",
    reason: "looked at it",
    before: { verdict: "held", clicks: 1 },
    after: { verdict: "valid", clicks: 1, act: decision.actId },
  });
});

it("refuses a held click and removes its claim", async () => {
  const { campaign, creatorId, held } = await world({ held: 1, valid: 1 });
  expect(await reject({ ids: held })).toMatchObject({ clicks: 1, micros: "10000" });
  expect(await verdictsOf(campaign.id)).toEqual(["invalid vpn", "valid"]);
  expect(await countersOf(campaign.id)).toEqual({ "invalid vpn": 1, valid: 1 });
  expect(await claimsOf(campaign.id)).toEqual({ clicks: 0n, micros: 0n });
  expect(await earningsOf(creatorId)).toBe(PRICE);
});

it("skips clicks that are already decided, and reports why for each", async () => {
  const { creatorId, held, valid } = await world({ held: 1, valid: 1 });
  await approve({ ids: held });
  const nobody = crypto.randomUUID();
  expect(await approve({ ids: [...held, ...valid, nobody] })).toMatchObject({
    actId: null,
    clicks: 0,
    skipped: [
      { id: nobody, verdict: null, why: "There is no such click" },
      { id: expect.any(String), verdict: "valid", why: "The click is already paid" },
      { id: expect.any(String), verdict: "valid", why: "The click is already paid" },
    ],
  });
  expect(await earningsOf(creatorId)).toBe(2n * PRICE);
});

it("says of a click that still waits that it is not judged yet", async () => {
  const { id: campaignId } = await addCampaign(db);
  const creatorId = await addUser(db);
  const ids = await addPendingClicks(db, [{ at: now, campaignId, creatorId }]);
  const { skipped } = await reject({ ids });
  expect(skipped).toEqual([{ id: ids[0], verdict: "pending", why: "The click is still pending" }]);
});

it("reports the outcome and changes nothing in a dry run", async () => {
  const { campaign, creatorId, held, valid } = await world({ held: 2, valid: 1 });
  await withdraw(creatorId, PRICE);
  expect(await approve({ ids: held }, true)).toMatchObject({
    applied: false,
    actId: null,
    clicks: 2,
    micros: "20000",
  });
  expect(await reverse({ ids: valid }, true)).toMatchObject({
    clicks: 1,
    micros: "10000",
    debtMicros: "10000",
  });
  expect(await verdictsOf(campaign.id)).toEqual(["held vpn", "held vpn", "valid"]);
  expect(await owner`select from click_decisions where campaign_id = ${campaign.id}`).toHaveLength(
    0,
  );
});

it("selects groups by link, address, signal and time", async () => {
  const first = await world({ held: 3, ipKey: "203.0.113.9" });
  const second = await world({ held: 2, ipKey: "2001:db8:7:7::/64" });
  const group = (given: object) => approve({ group: given }, true);
  const count = async (given: object) => (await group(given)).clicks;
  expect(await count({ campaignId: first.campaign.id, creatorId: first.creatorId })).toBe(3);
  expect(await count({ campaignId: first.campaign.id, creatorId: second.creatorId })).toBe(0);
  expect(await count({ address: "203.0.113.0/24" })).toBe(3);
  expect(await count({ address: "2001:db8:7:7::1" })).toBe(2);
  expect(await count({ creatorId: second.creatorId, signal: "vpn" })).toBe(2);
  expect(await count({ creatorId: second.creatorId, signal: "ip_daily" })).toBe(0);
  expect(await count({ creatorId: second.creatorId, from: now.toISOString() })).toBe(0);
  expect(await count({ creatorId: second.creatorId, to: now.toISOString() })).toBe(2);
});

it("searches for paid clicks only with a filter that an index supports", async () => {
  const { campaign, creatorId, valid } = await world({ valid: 1 });
  await expect(reverse({ group: { signal: "relay" } })).rejects.toThrow("by campaign, creator");
  await owner`
    insert into links (campaign_id, creator_id, code) values (${campaign.id}, ${creatorId}, ${creatorId})`;
  expect(await reverse({ group: { creatorId } }, true)).toMatchObject({ clicks: valid.length });
  expect(await reverse({ group: { creatorId, address: "192.0.2.1" } }, true)).toMatchObject({
    clicks: 0,
  });
});

it("works a large group in batches and pays each click once", async () => {
  const { campaign, creatorId } = await world({ held: 1_203, clicksOfBudget: 1_203 });
  await settleAll();
  const group = { campaignId: campaign.id };
  expect(await approve({ group })).toMatchObject({ clicks: 1_203, complete: true });
  expect(await earningsOf(creatorId)).toBe(1_203n * PRICE);
  expect(await escrowOf(campaign.id)).toBe(0n);
  const payouts = await db.sql`
    select from ledger_transactions where kind = 'click_payout' and reference = ${`campaign:${campaign.id}`}`;
  expect(payouts).toHaveLength(2);
});

async function settleAll() {
  while ((await settle()).clicks > 0);
}

it("moves a reversed payout from earnings to escrow, with a reason that the creator sees", async () => {
  const { campaign, creatorId, valid } = await world({ valid: 3 });
  const escrow = await escrowOf(campaign.id);
  const [id = ""] = valid;
  expect(await reverse({ ids: [id] })).toMatchObject({ clicks: 1, debtMicros: "0" });
  expect(await verdictsOf(campaign.id)).toEqual(["invalid reversed", "valid", "valid"]);
  expect(await countersOf(campaign.id)).toEqual({ "invalid reversed": 1, valid: 2 });
  expect(await earningsOf(creatorId)).toBe(2n * PRICE);
  expect(await escrowOf(campaign.id)).toBe(escrow + PRICE);
  const asCreator = { ...ctx, actor: { kind: "user" as const, userId: creatorId } };
  expect(await getSummary(asCreator, { depositHoldHours: 0 })).toMatchObject({
    totalEarnedMicros: 2n * PRICE,
  });
  const { lines } = await listTransactions(asCreator, { cursor: undefined, limit: 10 });
  expect(lines.map(({ micros, description }) => [micros, description])).toEqual([
    [-PRICE, "1 click was reversed: bot traffic"],
    [3n * PRICE, "3 clicks × $0.01 on “Obby”"],
  ]);
});

it("undoes a reversal by its act, and pays again what the budget covers", async () => {
  const { campaign, creatorId, valid } = await world({ valid: 2, clicksOfBudget: 2 });
  const { actId } = await reverse({ ids: valid });
  if (!actId) throw new Error("Nothing was reversed");
  await addPendingClicks(db, [
    { at: new Date(now.getTime() - 500_000), campaignId: campaign.id, creatorId },
  ]);
  await settle();
  const again = await approve({ ids: valid });
  expect(again).toMatchObject({
    clicks: 1,
    skipped: [{ why: "The campaign's budget does not cover it" }],
  });
  expect(await approve({ group: { actId } })).toMatchObject({ clicks: 0 });
  expect(await verdictsOf(campaign.id)).toEqual(["invalid reversed", "valid", "valid"]);
  expect(await reverse({ group: { actId: again.actId ?? "" } })).toMatchObject({ clicks: 1 });
  expect(await approve({ group: { actId } })).toMatchObject({ clicks: 1 });
});

it("holds a rejected click again with its reason and claim, and can pay it afterwards", async () => {
  const { campaign, held, valid } = await world({ held: 3, valid: 1, clicksOfBudget: 4 });
  const before = {
    ...{ claims: await claimsOf(campaign.id), counters: await countersOf(campaign.id) },
  };
  const { actId } = await reject({ ids: held });
  expect(await claimsOf(campaign.id)).toMatchObject({ clicks: 0n, micros: 0n });
  const group = { actId: actId ?? "" };
  expect(await hold({ group }, true)).toMatchObject({ applied: false, clicks: 3 });
  expect(await hold({ group })).toMatchObject({ clicks: 3, micros: (3n * PRICE).toString() });
  expect(await claimsOf(campaign.id)).toEqual(before.claims);
  expect(await countersOf(campaign.id)).toEqual(before.counters);
  expect(await hold({ group })).toMatchObject({ clicks: 0, actId: null });
  expect((await approve({ ids: held })).clicks).toBe(3);
  const refused = await hold({ ids: [...held, ...valid] });
  expect(refused.skipped.map(({ why }) => why)).toEqual(
    Array.from({ length: 4 }, () => "The click is paid; reverse it first"),
  );
  // An approval is undone in two steps.
  const reversed = await reverse({ ids: [...held, ...valid] });
  const again = await hold({ ids: [...held, ...valid] });
  expect([reversed.clicks, again.clicks]).toEqual([4, 3]);
  expect(again.skipped).toMatchObject([
    { id: valid[0], why: expect.stringContaining("were held") },
  ]);
  await expect(hold({ group: { campaignId: campaign.id } })).rejects.toThrow("by the act");
});

it("pays nothing and changes nothing if an act repeats a payment that is posted already", async () => {
  const { campaign, creatorId, held } = await world({ held: 1 });
  const campaignId = asId<CampaignId>(campaign.id);
  const act: Act = {
    ...{ id: Bun.randomUUIDv7(), by: "expiry", operatorId: null, action: "approve" },
    ...{ category: null, ...because },
  };
  const pay = () =>
    withTx(db, async (tx) => {
      const funds = await lockFunds(tx, campaignId);
      const clicks = await listClicksById(tx, { ids: held, from: null, to: null });
      await applyDecision(ctx, tx, { act, campaignId, funds, clicks });
    });
  await pay();
  expect(await earningsOf(creatorId)).toBe(PRICE);
  await reverse({ ids: held });
  await hold({ ids: held });
  await expect(pay()).rejects.toThrow("posted already");
  expect(await earningsOf(creatorId)).toBe(0n);
  expect(await verdictsOf(campaign.id)).toEqual(["held vpn"]);
});

it("holds again what the budget covers, and leaves the rest invalid", async () => {
  const { campaign, held } = await world({ held: 2, clicksOfBudget: 2 });
  await reject({ ids: held });
  await addPendingClicks(db, [
    {
      at: new Date(now.getTime() - 500_000),
      campaignId: campaign.id,
      creatorId: await addUser(db),
    },
  ]);
  await settle();
  const again = await hold({ ids: held });
  expect(again.clicks).toBe(1);
  expect(again.skipped).toMatchObject([{ why: "The campaign's budget does not cover it" }]);
});

it("returns reversed money to the developer if the escrow was released", async () => {
  const endsAt = new Date(now.getTime() - 300_000);
  const { campaign, creatorId, valid } = await world({ valid: 2, endsAt });
  await releaseEscrows(
    systemCtx(db, () => now),
    { watermark: now },
  );
  const wallet = { kind: "wallet", ownerId: campaign.developerId } as const;
  const before = await getBalance(db.sql, wallet);
  await reverse({ ids: valid });
  expect(await getBalance(db.sql, wallet)).toBe(before + 2n * PRICE);
  expect(await escrowOf(campaign.id)).toBe(0n);
  expect(await earningsOf(creatorId)).toBe(0n);
  const { skipped } = await approve({ ids: valid });
  expect(skipped[0]?.why).toMatch(/gone back to its developer/);
});

it("has the creator owe what is spent, and pays it from what is earned next", async () => {
  const { campaign, creatorId, valid } = await world({ valid: 3 });
  await withdraw(creatorId, 2n * PRICE);
  expect(await reverse({ ids: valid })).toMatchObject({ micros: "30000", debtMicros: "20000" });
  expect(await earningsOf(creatorId)).toBe(0n);
  expect(await debtOf(creatorId)).toBe(-2n * PRICE);
  const asCreator = { ...ctx, actor: { kind: "user" as const, userId: creatorId } };
  expect(await getSummary(asCreator, { depositHoldHours: 0 })).toMatchObject({
    totalEarnedMicros: 0n,
  });

  const at = new Date(now.getTime() - 400_000);
  await addPendingClicks(
    db,
    [1, 2, 3].map(() => ({ at, campaignId: campaign.id, creatorId })),
  );
  await settle();
  expect(await debtOf(creatorId)).toBe(0n);
  expect(await earningsOf(creatorId)).toBe(PRICE);
  const { lines } = await listTransactions(asCreator, { cursor: undefined, limit: 10 });
  expect(lines.map(({ description }) => description)).toEqual(
    expect.arrayContaining([
      "3 clicks were reversed: bot traffic; $0.02 of it will be paid from later earnings",
      "Paid towards clicks that were reversed",
    ]),
  );
});

it("stays provable when the clicks themselves are forgotten", async () => {
  const at = new Date("2020-01-02T12:00:00Z");
  await makeClickPartitions(owner, { from: at, to: at });
  const { campaign, held, valid } = await world({ held: 2, valid: 2, at });
  const [first = "", second = ""] = held;
  await approve({ ids: [first] });
  await reject({ ids: [second] });
  await reverse({ ids: valid });
  const days = { piiDays: 30, retentionDays: 30 };
  expect(
    (
      await forgetClicks(
        systemCtx(db, () => now),
        days,
      )
    ).dropped,
  ).toBe(1);
  expect(await verdictsOf(campaign.id)).toEqual([]);
  const { skipped } = await approve({ ids: valid });
  expect(skipped.map(({ why }) => why)).toEqual([
    "There is no such click",
    "There is no such click",
  ]);
});

it("pays once when several operators approve at the same moment", async () => {
  const { campaign, creatorId, held } = await world({ held: 3 });
  const decisions = await Promise.all([
    approve({ ids: held }),
    approve({ ids: held }),
    approve({ group: { campaignId: campaign.id } }),
    approve({ group: { campaignId: campaign.id } }),
  ]);
  expect(decisions.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(3);
  expect(await earningsOf(creatorId)).toBe(3n * PRICE);
});

it("pays for what is valid in the end when some approve and others reject", async () => {
  const { campaign, creatorId, held } = await world({ held: 3 });
  await Promise.all([
    approve({ ids: held }),
    reject({ ids: held }),
    approve({ group: { campaignId: campaign.id } }),
    reject({ group: { campaignId: campaign.id } }),
  ]);
  const paid = (await verdictsOf(campaign.id)).filter((is) => is === "valid").length;
  expect(await earningsOf(creatorId)).toBe(BigInt(paid) * PRICE);
});

it("lets only operators decide", async () => {
  const { held } = await world({ held: 1 });
  const asSystem = systemCtx(db);
  const input = { action: "approve" as const, clicks: { ids: held }, ...because };
  await expect(decideClicks(asSystem, input)).rejects.toThrow("Authentication failed");
});

it("leaves the application no other way to change a verdict", async () => {
  const { held } = await world({ held: 1 });
  await expect(
    db.sql`update clicks set verdict = 'invalid' where id = ${held[0] ?? ""}`,
  ).rejects.toThrow("permission denied");
  await expect(db.sql`delete from click_decisions`).rejects.toThrow("permission denied");
});
