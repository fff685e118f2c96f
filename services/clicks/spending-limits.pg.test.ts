import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { insertLimits } from "@fairclick/sql/campaigns/campaigns";
import { insertPrice } from "@fairclick/sql/campaigns/prices";
import { makeClickPartitions } from "@fairclick/sql/clicks/retention";
import { withTx } from "@fairclick/sql/db/tx";
import { getBalance } from "@fairclick/sql/money/ledger";
import { checkDuring } from "@fairclick/sql/testing/check-during";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import fc from "fast-check";
import { expect, it } from "vitest";
import { addBudget } from "../campaigns/budget";
import { verifyBooks } from "../money/ledger";
import { addCampaign, addDeposit, addPendingClicks, addUser } from "../testing/marketplace";
import { operatorCtx } from "../testing/operator-ctx";
import { verifyStats } from "../testing/verify-stats";
import { decideClicks } from "./decide-clicks";
import { settleClicks } from "./settle-clicks";

const RUNS = Number(process.env.PROPERTY_RUNS ?? 6);
const DAY_MS = 86_400_000;
const DAYS = 5;
const PRICE = 1_013n;
const FEE_BASIS_POINTS = 167;
const COST = PRICE + 17n;
/** Of the clicks of the last seconds. */
const RAISED = 1_207n;
const RAISED_COST = RAISED + 21n;
const CREATORS = 3;

const { db, owner } = await createTestDatabase();
/** In the third hour of the campaign's last day but one. */
const now = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + 3 * 3_600_000);
const ctx = await operatorCtx(db, owner, () => now);
const endsAt = new Date(now.getTime() + DAY_MS);
const firstDay = Math.floor(endsAt.getTime() / DAY_MS) - DAYS + 1;
await makeClickPartitions(db.sql, { from: new Date(firstDay * DAY_MS), to: endsAt });

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("click" as const),
      creator: fc.nat(CREATORS - 1),
      /** Days before today: most are of today. */
      age: fc.constantFrom<number>(0, 0, 0, 1, 1, 2, 3),
      clicks: fc.integer({ min: 1, max: 12 }),
      held: fc.nat(3).map((n) => n === 0),
      country: fc.constantFrom("DE", "DE", "DE", "FR"),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("settle" as const),
      batchSize: fc.integer({ min: 1, max: 7 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("add budget" as const) }) },
);
/** One operator at a time: an approval of a click that was just rejected may exceed a limit. */
const decision = fc.record({
  do: fc.constant("decide" as const),
  action: fc.constantFrom("approve" as const, "reject" as const, "reverse" as const),
  creator: fc.nat(CREATORS - 1),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Decision = typeof decision extends fc.Arbitrary<infer T> ? T : never;

const runs = fc.record({
  /** In tenths of a click's cost, and at least one. */
  dailyCap: fc.option(fc.bigInt({ min: 12n, max: 200n })),
  creatorCap: fc.option(fc.bigInt({ min: 12n, max: 300n })),
  budgetClicks: fc.bigInt({ min: 100n, max: 120n }),
  scripts: fc.array(fc.array(step, { minLength: 8, maxLength: 20 }), {
    minLength: 3,
    maxLength: 4,
  }),
  decisions: fc.array(decision, { maxLength: 12 }),
});
type Run = typeof runs extends fc.Arbitrary<infer T> ? T : never;

it("overruns no limit while clicks are settled, held, decided and reversed and budget is added", async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(runs, async (run) => {
      const world = await openWorld(run);
      await checkDuring(
        () => expectWithinLimits(world),
        () =>
          Promise.all([
            ...run.scripts.map(async (script) => {
              for (const next of script) await perform(world, next);
            }),
            (async () => {
              for (const next of run.decisions) {
                await settle(9);
                await decide(world, next);
              }
            })(),
          ]),
      );
      await settle(100);
      await expectWithinLimits(world);
      await expectPaidToTheMicro(world);
      await countOutcomes(world, seen);
    }),
    { numRuns: RUNS, examples: floods },
  );
  const { checks } = await verifyBooks(ctx);
  const { checks: stats } = await verifyStats(ctx);
  expect([...checks, ...stats].filter((check) => check.differences.length > 0)).toEqual([]);
  expect([...seen]).toEqual(
    expect.arrayContaining([
      "valid",
      "held",
      "daily_cap",
      "creator_cap",
      "reversed",
      "outside_audience",
    ]),
  );
});

const flood: Pick<Run, "budgetClicks" | "scripts" | "decisions"> = {
  budgetClicks: 100n,
  scripts: [0, 1, 2].map((creator) => [
    ...[2, 1, 0].flatMap((age): Step[] => [
      { do: "click", creator, age, clicks: 40, held: false, country: "DE" },
      { do: "click", creator, age, clicks: 3, held: true, country: "DE" },
      { do: "settle", batchSize: 20 },
    ]),
    { do: "add budget" },
    { do: "click", creator, age: 0, clicks: 9, held: false, country: "FR" },
    { do: "settle", batchSize: 4 },
  ]),
  decisions: (["approve", "reject", "reverse"] as const).flatMap((action) =>
    [0, 1, 2].map((creator) => ({ do: "decide" as const, action, creator })),
  ),
};

const without = { dailyCap: null, creatorCap: null };

/** More clicks than a limit allows, on three days, for each limit. */
const floods = [{ dailyCap: 245n }, { creatorCap: 205n }].map((limit): [Run] => [
  { ...without, ...limit, ...flood },
]);

type World = {
  id: CampaignId;
  developerId: UserId;
  creators: string[];
  limits: {
    dailyCapMicros: bigint | null;
    creatorCapMicros: bigint | null;
  };
};

async function openWorld(run: Run): Promise<World> {
  const campaign = await addCampaign(db, {
    payoutMicros: PRICE,
    feeBasisPoints: FEE_BASIS_POINTS,
    budgetMicros: run.budgetClicks * COST + 5n,
    audience: { countries: ["DE"], devices: null },
    startsAt: new Date(firstDay * DAY_MS),
    endsAt,
  });
  const id = asId<CampaignId>(campaign.id);
  const developerId = asId<UserId>(campaign.developerId);
  await addDeposit(db, { userId: developerId, micros: 100n * 100n * RAISED_COST });
  const inTenths = (tenths: bigint | null) => (tenths === null ? null : (tenths * COST) / 10n);
  const limits = {
    dailyCapMicros: inTenths(run.dailyCap),
    creatorCapMicros: inTenths(run.creatorCap),
  };
  await withTx(db, async (tx) => {
    await insertLimits(tx, { ...limits, campaignId: id, from: new Date(0) });
    const startsAt = new Date(now.getTime() - 4_000);
    await insertPrice(tx, { campaignId: id, startsAt, payoutMicros: RAISED });
  });
  const creators = await Promise.all(Array.from({ length: CREATORS }, () => addUser(db)));
  return { id, developerId, creators, limits };
}

async function perform(world: World, next: Step): Promise<unknown> {
  switch (next.do) {
    case "click":
      return addPendingClicks(
        db,
        Array.from({ length: next.clicks }, (_, second) => ({
          at: new Date(now.getTime() - next.age * DAY_MS - (second + 1) * 1_000),
          campaignId: world.id,
          creatorId: world.creators[next.creator] ?? "",
          country: next.country,
          signals: next.held ? [{ signal: "vpn" as const, evidence: {} }] : [],
        })),
      );
    case "settle":
      return settle(next.batchSize);
    case "add budget": {
      const actor = { kind: "user", userId: world.developerId } as const;
      return addBudget({ ...ctx, actor }, { id: world.id, amount: 100n * RAISED_COST + 1n });
    }
  }
}

function settle(batchSize: number) {
  const shards = { shard: 0, shards: 1 };
  return settleClicks(ctx, { watermark: now, windowSeconds: 60, batchSize, ...shards });
}

async function decide(world: World, { action, creator }: Decision): Promise<void> {
  const verdict = action === "reverse" ? "valid" : "held";
  const rows = await db.sql<{ id: string }[]>`
    select id from clicks where campaign_id = ${world.id} and verdict = ${verdict}
      and creator_id = ${world.creators[creator] ?? ""} order by id limit 2`;
  if (rows.length === 0) return;
  const category = action === "reverse" ? { category: "bot_traffic" as const } : {};
  const clicks = { ids: rows.map(({ id }) => id) };
  await decideClicks(ctx, { action, clicks, dryRun: false, reason: "a test", ...category });
}

type ClaimRow = { day: number; creatorId: string; micros: bigint; budgetMicros: bigint };

/** Adds up the clicks themselves, in one snapshot, and not the sums that settlement reads. */
async function expectWithinLimits({ id, limits }: World): Promise<void> {
  const rows = await db.sql<ClaimRow[]>`
    select (c.clicked_at at time zone 'UTC')::date - date '1970-01-01' as day,
      c.creator_id as "creatorId", m.budget_micros as "budgetMicros",
      sum(c.price_micros + case c.price_micros when ${PRICE} then 17 else 21 end)::bigint as micros
    from clicks c join campaigns m on m.id = c.campaign_id
    where c.campaign_id = ${id} and c.verdict in ('valid', 'held')
    group by 1, 2, 3`;
  const sumBy = <Key>(pick: (row: ClaimRow) => Key) =>
    new Map([...Map.groupBy(rows, pick)].map(([key, own]) => [key, sum(own)]));
  const budgetMicros = rows[0]?.budgetMicros ?? 0n;
  expect(sum(rows)).toBeLessThanOrEqual(budgetMicros);
  const byDay = sumBy(({ day }) => day);
  for (const micros of byDay.values()) {
    expect(micros).toBeLessThanOrEqual(limits.dailyCapMicros ?? micros);
  }
  for (const micros of sumBy(({ creatorId }) => creatorId).values()) {
    expect(micros).toBeLessThanOrEqual(limits.creatorCapMicros ?? micros);
  }
}

function sum(rows: readonly ClaimRow[]): bigint {
  return rows.reduce((total, { micros }) => total + micros, 0n);
}

async function expectPaidToTheMicro({ id, creators }: World): Promise<void> {
  const [row] = await db.sql<{ paid: bigint; fees: bigint; budget: bigint; unsettled: number }[]>`
    select coalesce(sum(clicks.paid_micros), 0)::bigint as paid,
      coalesce(sum(case clicks.paid_micros when ${PRICE} then 17 when ${RAISED} then 21 end), 0)::bigint as fees,
      (select budget_micros from campaigns where id = ${id}) as budget,
      (select count(*)::int from pending_clicks where campaign_id = ${id}) as unsettled
    from clicks where campaign_id = ${id}`;
  const escrow = await getBalance(db.sql, { kind: "escrow", ownerId: id });
  const earned = await Promise.all(
    creators.map((ownerId) => getBalance(db.sql, { kind: "earnings", ownerId })),
  );
  expect(row?.unsettled).toBe(0);
  expect(earned.reduce((total, micros) => total + micros, 0n)).toBe(row?.paid);
  expect(escrow + (row?.paid ?? 0n) + (row?.fees ?? 0n)).toBe(row?.budget);
}

async function countOutcomes({ id }: World, seen: Set<string>): Promise<void> {
  const rows = await db.sql<{ outcome: string }[]>`
    select distinct unnest(array[verdict, reason]) as outcome from clicks where campaign_id = ${id}`;
  for (const { outcome } of rows) seen.add(outcome);
}
