import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { getBalance } from "@fairclick/sql/money/ledger";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import fc from "fast-check";
import { expect, it } from "vitest";
import { settleClicks } from "../clicks/settle-clicks";
import type { Ctx } from "../context";
import { expectRightBooks } from "../testing/expect-right-books";
import { addCampaign, addPendingClicks, addUser } from "../testing/marketplace";
import { systemCtx } from "../testing/system-ctx";
import { releaseEscrows } from "./budget";
import { endCampaign } from "./stop-campaign";

const RUNS = 15;
const PAYOUT = 10_000n;

const { db } = await createTestDatabase();
const base = Date.now() - 3_600_000;
const at = (seconds: number) => new Date(base + seconds * 1_000);
const creatorId = await addUser(db);

const makeCtx = (userId: string, now: Date): Ctx => ({
  ...systemCtx(db, () => now),
  actor: { kind: "user", userId: asId<UserId>(userId) } as Ctx["actor"],
});

const run = fc.record({
  clicks: fc.array(fc.integer({ min: 0, max: 600 }), { maxLength: 25 }),
  affordable: fc.bigInt({ min: 1n, max: 30n }),
  endedAt: fc.integer({ min: 1, max: 600 }),
  /** What settlement had judged by the time of the end, and what both jobs do after it. */
  judgedBefore: fc.integer({ min: 0, max: 600 }),
  passes: fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 4 }),
});

it("pays clicks from before the end, returns the rest of the budget, and loses nothing", async () => {
  await fc.assert(
    fc.asyncProperty(run, async ({ clicks, affordable, endedAt, judgedBefore, passes }) => {
      const budgetMicros = affordable * PAYOUT;
      const campaign = await addCampaign(db, { payoutMicros: PAYOUT, budgetMicros });
      const escrow = { kind: "escrow", ownerId: campaign.id } as const;
      const wallet = { kind: "wallet", ownerId: campaign.developerId } as const;
      const settle = async (seconds: number) => {
        const scope = { watermark: at(seconds), windowSeconds: 60 };
        const one = { shard: 0, shards: 1, batchSize: 7 };
        await settleClicks(systemCtx(db), { ...scope, ...one });
        await releaseEscrows(systemCtx(db), { watermark: at(seconds) });
      };
      await addPendingClicks(
        db,
        clicks.map((second) => ({ at: at(second), campaignId: campaign.id, creatorId })),
      );
      await settle(Math.min(judgedBefore, endedAt));
      await endCampaign(makeCtx(campaign.developerId, at(endedAt)), asId<CampaignId>(campaign.id));
      for (const seconds of passes) await settle(seconds);
      await Promise.all([settle(700), settle(700)]);
      await settle(700);

      const before = BigInt(clicks.filter((second) => second < endedAt).length);
      const paid = PAYOUT * (before < affordable ? before : affordable);
      const [click] = await db.sql`
        select coalesce(sum(clicks.paid_micros), 0)::bigint as paid from clicks
        where campaign_id = ${campaign.id}`;
      expect(click?.paid).toBe(paid);
      expect(await getBalance(db.sql, escrow)).toBe(0n);
      expect(await getBalance(db.sql, wallet)).toBe(budgetMicros - paid);
    }),
    { numRuns: RUNS },
  );
  await expectRightBooks(systemCtx(db));
});

it("ends a campaign that has not begun", async () => {
  const campaign = await addCampaign(db, { budgetMicros: 50_000n, startsAt: at(100) });
  const ended = await endCampaign(
    makeCtx(campaign.developerId, at(0)),
    asId<CampaignId>(campaign.id),
  );
  expect(ended).toMatchObject({ status: "ENDED", endsAt: at(0), startsAt: at(100) });
  await releaseEscrows(systemCtx(db), { watermark: at(0) });
  const wallet = { kind: "wallet", ownerId: campaign.developerId } as const;
  expect(await getBalance(db.sql, wallet)).toBe(50_000n);
});
