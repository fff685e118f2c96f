import type { ClickAction } from "@fairclick/core/clicks/decisions";
import { asId, type CampaignId } from "@fairclick/core/ids";
import { checkDuring } from "@fairclick/sql/testing/check-during";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import fc from "fast-check";
import { expect, it } from "vitest";
import { expectRightBooks } from "../testing/expect-right-books";
import { addCampaign, addPendingClicks, addUser } from "../testing/marketplace";
import { operatorCtx } from "../testing/operator-ctx";
import { listsWithoutThem } from "../testing/random-steps";
import { verifyStats } from "../testing/verify-stats";
import { decideClicks } from "./decide-clicks";
import { expireHeldClicks } from "./held-clicks";
import { settleClicks } from "./settle-clicks";
import { readBreakdown, readSeries } from "./stats";

const RUNS = Number(process.env.PROPERTY_RUNS ?? 6);
const DAY_MS = 86_400_000;

const { db, owner } = await createTestDatabase();
const now = new Date();
const ctx = await operatorCtx(db, owner, () => now);
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const creators = [await addUser(db), await addUser(db)];

const click = fc.record({
  creator: fc.nat(1),
  minute: fc.integer({ min: 10, max: 3_000 }),
  country: fc.constantFrom("DE", "IN", undefined),
  referrerHost: fc.constantFrom("a.example", "b.example", "direct"),
  signal: fc.constantFrom("vpn" as const, "known_bot" as const, null),
});
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("click" as const),
      campaign: fc.nat(2),
      clicks: fc.array(click, { minLength: 1, maxLength: 12 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("settle" as const),
      shard: fc.nat(1),
      batchSize: fc.integer({ min: 1, max: 9 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("decide" as const),
      campaign: fc.nat(2),
      action: fc.constantFrom<ClickAction>("approve", "reject", "reverse"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("expire" as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const scripts = fc.array(fc.array(step, { minLength: 4, maxLength: 12 }), {
  minLength: 2,
  maxLength: 4,
});

/** Clicks that somebody has to decide about, and a decision about them while everything else happens. */
const held: Step[] = [
  {
    do: "click",
    campaign: 0,
    clicks: [1, 2].map((hour) => ({
      creator: 0,
      minute: hour * 60,
      country: "DE",
      referrerHost: "direct",
      signal: "vpn",
    })),
  },
  ...[0, 1].map((shard) => ({ do: "settle" as const, shard, batchSize: 9 })),
];
const decision: Step[] = [{ do: "decide", campaign: 0, action: "approve" }];

async function perform(campaignIds: string[], next: Step): Promise<unknown> {
  const campaignId = "campaign" in next ? (campaignIds[next.campaign] ?? "") : "";
  switch (next.do) {
    case "click":
      return addPendingClicks(
        db,
        next.clicks.map(({ creator, minute, signal, country, referrerHost }) => ({
          at: minutesAgo(minute),
          campaignId,
          creatorId: creators[creator] ?? "",
          signals: signal ? [{ signal, evidence: {} }] : [],
          referrerHost,
          ...(country && { country }),
        })),
      );
    case "settle":
      return settleClicks(ctx, { ...next, watermark: now, windowSeconds: 60, shards: 2 });
    case "decide": {
      const category = next.action === "reverse" ? { category: "bot_traffic" as const } : {};
      const clicks = { group: { campaignId } };
      return decideClicks(ctx, {
        action: next.action,
        clicks,
        dryRun: false,
        reason: "a test",
        ...category,
      });
    }
    case "expire":
      return expireHeldClicks(
        { ...ctx, now: () => new Date(now.getTime() + 8 * DAY_MS) },
        { ipData: listsWithoutThem },
      );
  }
}

async function expectProven(): Promise<void> {
  const { checks } = await verifyStats(ctx);
  expect(checks.filter(({ differences }) => differences.length > 0)).toEqual([]);
}

/** Clicks by verdict and what they were paid, as each of the three tells it. */
async function expectToldAlike(campaignId: CampaignId): Promise<void> {
  const scope = { campaignId, creatorId: null };
  const time = { from: minutesAgo(4_000).toISOString(), to: now.toISOString() };
  const query = { ...time, step: "day" as const, timeZone: "Asia/Kathmandu" };
  const { points } = await readSeries(db, { scope, query });
  const [said] = await db.sql`
    select count(*) filter (where verdict = 'valid') as valid, count(*) filter (where verdict = 'invalid') as invalid,
      count(*) filter (where verdict = 'held') as held, count(*) filter (where verdict = 'unpaid') as unpaid,
      coalesce(sum(clicks.paid_micros), 0)::bigint as micros
    from clicks where campaign_id = ${campaignId}`;
  const names = ["valid", "invalid", "held", "unpaid", "micros"] as const;
  const sum = (rows: Record<(typeof names)[number], bigint>[]) =>
    Object.fromEntries(names.map((name) => [name, rows.reduce((all, row) => all + row[name], 0n)]));
  expect(sum(points)).toEqual({ ...said });
  for (const dimension of ["country", "device", "browser", "referrer"] as const) {
    const asked = { scope, query: { ...query, dimension, limit: 1 } };
    const { items, rest } = await readBreakdown(db, asked);
    expect(sum([...items, rest])).toEqual({ ...said });
  }
}

it("matches the clicks at every moment under concurrent changes", async () => {
  let decided = 0;
  await fc.assert(
    fc.asyncProperty(scripts, async (actors) => {
      const campaigns = [await addCampaign(db), await addCampaign(db), await addCampaign(db)];
      const ids = campaigns.map(({ id }) => id);
      await checkDuring(expectProven, async () => {
        for (const next of held) await perform(ids, next);
        await Promise.all(
          [...actors, decision].map(async (script) => {
            for (const next of script) await perform(ids, next);
          }),
        );
      });
      await expectProven();
      for (const id of ids) await expectToldAlike(asId<CampaignId>(id));
      const [row] = await db.sql<{ decided: number }[]>`
        select count(*)::int as decided from click_decisions where campaign_id = any (${ids}::uuid[])`;
      decided += row?.decided ?? 0;
    }),
    { numRuns: RUNS },
  );
  expect(decided).toBeGreaterThan(0);
  await expectRightBooks(ctx);
});
