import type { NewCampaign } from "@fairclick/core/campaigns/campaign-input";
import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { sumFigures } from "@fairclick/sql/clicks/figures";
import { getBalance } from "@fairclick/sql/money/ledger";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import fc from "fast-check";
import { expect, it } from "vitest";
import { settleClicks } from "../clicks/settle-clicks";
import { getCampaignStats, readBreakdown, readSeries } from "../clicks/stats";
import { expectRightBooks } from "../testing/expect-right-books";
import { addCampaign, addPendingClicks, addUser } from "../testing/marketplace";
import { systemCtx } from "../testing/system-ctx";
import { addBudget } from "./budget";
import { createCampaign } from "./create-campaign";
import { changePrice } from "./edit-campaign";

const { db } = await createTestDatabase();
const HOUR_MS = 3_600_000;
const now = Date.now();
const at = (hours: number) => new Date(now + hours * HOUR_MS);

const terms = {
  appUrl: "https://fairclick.example",
  trackingUrl: "https://fairclick.example",
  trustedHosts: ["game.example"],
  feeBasisPoints: 750,
};
const given: NewCampaign = {
  gameTitle: "Tower",
  description: "Climb.",
  gameUrl: "https://game.example/1",
  targetAudience: "Everyone",
  trailerLink: "",
  tags: ["Obby"],
  payoutPerClick: 2_000n,
  budget: 2_150_000n,
  startDate: at(-48).toISOString(),
  endDate: at(24 * 30).toISOString(),
  conversionTips: "Jump.",
};

async function developer() {
  const userId = asId<UserId>(await addUser(db, 10_000_000n));
  return { ...systemCtx(db, () => at(0)), actor: { kind: "user" as const, userId } };
}

it("is fixed when a campaign is created, in what is reserved, spent and shown", async () => {
  const ctx = await developer();
  const { campaign } = await createCampaign(ctx, { ...given, feePerClick: 150n }, terms);
  expect(campaign).toMatchObject({
    payoutMicros: 2_000n,
    feeBasisPoints: 750,
    feeMicros: 150n,
    status: "ACTIVE",
  });
  const campaignId = asId<CampaignId>(campaign.id);
  const raised = await changePrice(ctx, { id: campaignId, payoutPerClick: 20_001n }).catch(String);
  expect(raised).toContain("The budget must pay for at least 100 clicks");

  const creatorId = await addUser(db);
  const clicks = [-30, -29, -28].map((hours) => ({ at: at(hours), campaignId, creatorId }));
  await addPendingClicks(db, clicks);
  const pending = await getCampaignStats(ctx, campaignId);
  expect(pending.pendingMicros).toBe(3n * 2_150n);
  await settle(ctx);
  expect(await getBalance(db.sql, { kind: "earnings", ownerId: creatorId })).toBe(6_000n);
  expect(await getBalance(db.sql, { kind: "escrow", ownerId: campaignId })).toBe(2_143_550n);

  const span = { from: at(-48).toISOString(), to: at(24).toISOString(), timeZone: "UTC" };
  const spent = async (of: UserId | null) => {
    const input = {
      scope: { campaignId, creatorId: of },
      query: { ...span, step: "day" as const },
    };
    const { points } = await readSeries(db, input);
    const query = { ...input.query, dimension: "device" as const, limit: 5 };
    const { items, rest } = await readBreakdown(db, { ...input, query });
    return [points, [...items, rest]].map((each) => sumFigures(each).micros);
  };
  expect(await spent(null)).toEqual([6_450n, 6_450n]);
  expect(await spent(asId<UserId>(creatorId))).toEqual([6_000n, 6_000n]);
});

it("creates nothing if the developer has seen another fee", async () => {
  const ctx = await developer();
  const create = createCampaign(ctx, { ...given, feePerClick: 0n }, terms);
  await expect(create).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("fee for this campaign is now $0.00015 a click"),
  });
  const [row] = await db.sql`
    select count(*)::int as campaigns from campaigns where developer_id = ${ctx.actor.userId}`;
  expect(row?.campaigns).toBe(0);
});

it("counts in what a budget must pay for", async () => {
  const ctx = await developer();
  const small = createCampaign(ctx, { ...given, budget: 214_999n }, terms);
  await expect(small).rejects.toThrow("The budget must pay for at least 100 clicks");
  const { campaign } = await createCampaign(ctx, { ...given, budget: 215_000n }, terms);
  const id = asId<CampaignId>(campaign.id);
  const add = (amount: bigint) => addBudget(ctx, { id, amount, requestId: undefined });
  await expect(add(214_999n)).rejects.toThrow("The budget must pay for at least 100 clicks");
  expect(await add(215_000n)).toMatchObject({ budgetMicros: 430_000n });
});

it("follows a price that is raised after the launch", async () => {
  const ctx = await developer();
  const tenPercent = { ...terms, feeBasisPoints: 1_000 };
  const low = { ...given, payoutPerClick: 1n, feePerClick: 1n, budget: 1_309_000n };
  const { campaign } = await createCampaign(ctx, low, tenPercent);
  const campaignId = asId<CampaignId>(campaign.id);
  const feesBefore = await getBalance(db.sql, { kind: "fees" });
  await changePrice({ ...ctx, now: () => at(-40) }, { id: campaignId, payoutPerClick: 10_000n });
  const creatorId = asId<UserId>(await addUser(db));
  const clicks = (count: number, since: number) =>
    Array.from({ length: count }, (_, n) => ({ at: at(since + n / 60), campaignId, creatorId }));
  await addPendingClicks(db, clicks(120, -30));
  expect((await getCampaignStats(ctx, campaignId)).pendingMicros).toBe(120n * 11_000n);
  await settle(ctx);
  const { campaign: settled } = await getCampaignStats(ctx, campaignId);
  expect(settled).toMatchObject({ valid: 119n, unpaid: 1n, status: "EXHAUSTED" });
  expect(settled).toMatchObject({ paidMicros: 1_190_000n, feesMicros: 119_000n });
  expect((await getBalance(db.sql, { kind: "fees" })) - feesBefore).toBe(119_000n);
  expect(await getBalance(db.sql, { kind: "escrow", ownerId: campaignId })).toBe(0n);
  await expectRightBooks(ctx);
});

type Change = { hour: number; payoutPerClick: bigint };

it("is the share of each click's price, within the budget, whatever the prices were", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 10_000 }),
      fc.uniqueArray(
        fc.record({
          hour: fc.integer({ min: -200, max: -60 }),
          payoutPerClick: fc.bigInt(1n, 90n),
        }),
        { maxLength: 4, selector: ({ hour }) => hour },
      ),
      fc.array(fc.record({ hour: fc.integer({ min: -205, max: -55 }), held: fc.boolean() }), {
        minLength: 30,
        maxLength: 60,
      }),
      fc.bigInt(0n, 5_000n),
      async (feeBasisPoints, changes: Change[], visits, extra) => {
        const { id, developerId } = await addCampaign(db, {
          payoutMicros: 7n,
          feeBasisPoints,
          budgetMicros: 100n * (90n + 90n) + extra,
          startsAt: at(-300),
        });
        const campaignId = asId<CampaignId>(id);
        const actor = { kind: "user", userId: asId<UserId>(developerId) } as const;
        for (const { hour, payoutPerClick } of changes.toSorted((a, b) => a.hour - b.hour)) {
          const then = { ...systemCtx(db, () => at(hour)), actor };
          await changePrice(then, { id: campaignId, payoutPerClick }).catch(expectConflict);
        }
        const creatorId = await addUser(db);
        await addPendingClicks(
          db,
          visits.flatMap(({ hour, held }, n) =>
            [1, 2, 3, 4].map((more) => ({
              at: new Date(at(hour).getTime() + (n * 4 + more) * 10_000),
              campaignId,
              creatorId,
              signals: held ? [{ signal: "vpn" as const, evidence: {} }] : [],
            })),
          ),
        );
        const ctx = { ...systemCtx(db, () => at(0)), actor };
        await settle(ctx);
        const paid = await db.sql<{ price: bigint }[]>`
          select price_micros::bigint as price from clicks
          where campaign_id = ${campaignId} and verdict = 'valid'`;
        const due = paid.reduce((sum, { price }) => sum + exactFee(feeBasisPoints, price), 0n);
        const { campaign } = await getCampaignStats(ctx, campaignId);
        expect(campaign.feesMicros).toBe(due);
        expect(await feesOf(campaignId)).toBe(due);
        expect(campaign.paidMicros + due + campaign.escrowMicros).toBe(campaign.budgetMicros);
        expect(campaign.claimedMicros).toBeLessThanOrEqual(campaign.escrowMicros);
        await expectRightBooks(ctx);
      },
    ),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 6) },
  );
});

/** The share rounded up to a whole micro, counted in parts of ten thousand. */
function exactFee(basisPoints: number, price: bigint): bigint {
  const parts = price * BigInt(basisPoints);
  return parts / 10_000n + (parts % 10_000n > 0n ? 1n : 0n);
}

async function feesOf(campaignId: CampaignId): Promise<bigint> {
  const [row] = await db.sql<{ micros: bigint }[]>`
    select coalesce(sum(e.micros), 0)::bigint as micros from ledger_transactions t
    join ledger_entries e on e.transaction_id = t.id
    join ledger_accounts a on a.id = e.account_id and a.kind = 'fees'
    where t.reference = ${`campaign:${campaignId}`}`;
  return row?.micros ?? 0n;
}

function expectConflict(error: unknown): void {
  expect(error).toMatchObject({ code: "conflict" });
}

function settle(ctx: Parameters<typeof settleClicks>[0]) {
  const scope = { watermark: at(-1), windowSeconds: 60, shard: 0, shards: 1, batchSize: 100 };
  return settleClicks(ctx, scope);
}
