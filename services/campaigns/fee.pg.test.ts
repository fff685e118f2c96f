import type { NewCampaign } from "@fairclick/core/campaigns/campaign-input";
import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { sumFigures } from "@fairclick/sql/clicks/figures";
import { getBalance } from "@fairclick/sql/money/ledger";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { expect, it } from "vitest";
import { settleClicks } from "../clicks/settle-clicks";
import { getCampaignStats, readBreakdown, readSeries } from "../clicks/stats";
import { addPendingClicks, addUser } from "../testing/marketplace";
import { systemCtx } from "../testing/system-ctx";
import { addBudget } from "./budget";
import { createCampaign } from "./create-campaign";
import { changePrice } from "./prices";

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
  expect(campaign).toMatchObject({ payoutMicros: 2_000n, feeMicros: 150n, status: "ACTIVE" });
  const campaignId = asId<CampaignId>(campaign.id);
  const raised = await changePrice(ctx, { id: campaignId, payoutPerClick: 21_351n }).catch(String);
  expect(raised).toContain("The budget must pay for at least 100 clicks");

  const creatorId = await addUser(db);
  const clicks = [-30, -29, -28].map((hours) => ({ at: at(hours), campaignId, creatorId }));
  await addPendingClicks(db, clicks);
  const pending = await getCampaignStats(ctx, campaignId);
  expect(pending.pendingMicros).toBe(3n * 2_150n);
  const scope = { watermark: at(-1), windowSeconds: 60, shard: 0, shards: 1, batchSize: 100 };
  await settleClicks(ctx, scope);
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
