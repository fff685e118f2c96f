import { asId, type UserId } from "@fairclick/core/ids";
import { noClicks } from "@fairclick/sql/clicks/figures";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import fc from "fast-check";
import { expect, it } from "vitest";
import { decideClicks } from "../clicks/decide-clicks";
import { settleClicks } from "../clicks/settle-clicks";
import type { Ctx } from "../context";
import { addCampaign, addPendingClicks, addUser } from "../testing/marketplace";
import { operatorCtx } from "../testing/operator-ctx";
import { getEarnings, getSummary } from "./wallet";

const { db, owner } = await createTestDatabase();
const now = new Date();
const operator = await operatorCtx(db, owner, () => now);
const timeZones = ["UTC", "Asia/Kathmandu", "America/St_Johns", "Australia/Lord_Howe"];

const click = fc.record({
  campaign: fc.nat(1),
  minutesAgo: fc.integer({ min: 5, max: 5 * 24 * 60 }),
  signal: fc.constantFrom("vpn" as const, "tor" as const, null, null, null),
});
const decision = fc.record({
  action: fc.constantFrom("approve" as const, "reject" as const, "reverse" as const),
  nth: fc.nat(40),
});
const script = fc.record({
  clicks: fc.array(click, { minLength: 1, maxLength: 40 }),
  decisions: fc.array(decision, { maxLength: 6 }),
});

it("comes to the same by day, by campaign and in the ledger, in whichever time zone", async () => {
  await fc.assert(
    fc.asyncProperty(script, async ({ clicks, decisions }) => {
      const userId = asId<UserId>(await addUser(db));
      const ids = await addJudged(userId, clicks);
      for (const { action, nth } of decisions) await decide(action, ids[nth % ids.length] ?? "");
      const ctx: Ctx = { ...operator, actor: { kind: "user", userId } };
      const { totalEarnedMicros } = await getSummary(ctx, { depositHoldHours: 0 });
      for (const timeZone of timeZones) {
        const { days, campaigns, reasons } = await getEarnings(ctx, { days: 7, timeZone });
        expect(sum(days, ({ micros }) => micros)).toBe(totalEarnedMicros);
        expect(sum(campaigns, ({ micros }) => micros)).toBe(totalEarnedMicros);
        const refused = sum(days, ({ invalid, held, unpaid }) => invalid + held + unpaid);
        expect(sum(reasons, ({ invalid, held, unpaid }) => invalid + held + unpaid)).toBe(refused);
        expect(sum(days, ({ valid }) => valid) + refused).toBe(BigInt(clicks.length));
      }
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 8) },
  );
});

it("tells the reasons of no more than its days, where they begin within a day of UTC", async () => {
  const userId = asId<UserId>(await addUser(db));
  const tor = { campaign: 0, signal: "tor" as const };
  const everyHour = Array.from({ length: 96 }, (_, hour) => ({
    ...tor,
    minutesAgo: 5 + hour * 60,
  }));
  await addJudged(userId, everyHour);
  const ctx: Ctx = { ...operator, actor: { kind: "user", userId } };
  for (const timeZone of timeZones) {
    const { days, reasons } = await getEarnings(ctx, { days: 2, timeZone });
    const invalid = sum(days, (day) => day.invalid);
    expect(Number(invalid)).toBeLessThan(50);
    expect(reasons).toEqual([{ ...noClicks, value: "tor", invalid }]);
  }
});

type Click = { campaign: number; minutesAgo: number; signal: "vpn" | "tor" | null };

async function addJudged(creatorId: string, clicks: Click[]): Promise<string[]> {
  const campaigns = [
    await addCampaign(db, { payoutMicros: 1_499n }),
    await addCampaign(db, { payoutMicros: 12_345n }),
  ];
  for (const { id } of campaigns) {
    await owner`insert into links (campaign_id, creator_id, code)
      values (${id}, ${creatorId}, ${crypto.randomUUID()})`;
  }
  const ids = await addPendingClicks(
    db,
    clicks.map(({ campaign, minutesAgo, signal }) => ({
      campaignId: campaigns[campaign]?.id ?? "",
      creatorId,
      at: new Date(now.getTime() - minutesAgo * 60_000),
      signals: signal ? [{ signal, evidence: {} }] : [],
    })),
  );
  const everything = { windowSeconds: 60, shard: 0, shards: 1, batchSize: 1_000 };
  await settleClicks(operator, { watermark: now, ...everything });
  return ids;
}

async function decide(action: "approve" | "reject" | "reverse", id: string): Promise<void> {
  const because = { reason: "looked at it", dryRun: false, clicks: { ids: [id] } };
  await decideClicks(
    operator,
    action === "reverse" ? { action, category: "bot_traffic", ...because } : { action, ...because },
  );
}

function sum<Item>(items: Item[], of: (item: Item) => bigint): bigint {
  return items.reduce((total, item) => total + of(item), 0n);
}
