import { withTx } from "@fairclick/sql/db/tx";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { expect, it } from "vitest";
import { addCampaign, addPendingClicks, addUser } from "../testing/marketplace";
import { systemCtx } from "../testing/system-ctx";
import { maintainPartitions } from "./retain";
import { settleClicks } from "./settle-clicks";

const { db } = await createTestDatabase();
const now = new Date("2031-03-09T23:59:59.999Z");
const ctx = systemCtx(db, () => now);

async function findPartition(id: string): Promise<string | undefined> {
  const [row] = await db.sql<{ name: string }[]>`
    select c.tableoid::regclass || ' ' || v.tableoid::regclass as name
    from clicks c join click_visitors v using (id) where c.id = ${id}`;
  return row?.name;
}

it("creates partitions a week ahead, moves earlier clicks into them, and is idempotent", async () => {
  const campaign = await addCampaign(db);
  const creatorId = await addUser(db);
  const times = ["2031-03-09T00:00:00Z", "2031-03-09T23:59:59.999Z", "2031-03-30T12:00:00Z"];
  const ids = await addPendingClicks(
    db,
    times.map((at) => ({ at: new Date(at), campaignId: campaign.id, creatorId })),
  );
  await settleClicks(ctx, {
    watermark: new Date("2031-04-01"),
    windowSeconds: 60,
    shard: 0,
    shards: 1,
    batchSize: 10,
  });
  expect(await Promise.all(ids.map(findPartition))).toEqual(
    Array(3).fill("clicks_default click_visitors_default"),
  );

  const runs = await Promise.all([1, 2, 3].map(() => maintainPartitions(ctx)));
  expect(runs.map(({ made }) => made).sort()).toEqual([0, 0, 10]);
  expect(await Promise.all(ids.map(findPartition))).toEqual([
    "clicks_20310309 click_visitors_20310309",
    "clicks_20310309 click_visitors_20310309",
    "clicks_default click_visitors_default",
  ]);
  expect(await maintainPartitions(ctx)).toEqual({ made: 0 });
});

it.each([
  // The key of each partition is its own.
  ["clicks", 6n, 1n],
  ["click_visitors", 3n, 0n],
  ["click_texts", 1n, 0n],
] as const)(
  "creates partitions of %s with every index and constraint of the others",
  async (name, indexes, own) => {
    const rows = await db.sql<{ table: string; indexes: bigint; constraints: bigint }[]>`
    select c.relname as table,
      (select count(*) from pg_index i where i.indrelid = c.oid) as indexes,
      (select count(*) from pg_constraint k where k.conrelid = c.oid and k.contype in ('c', 'p')) as constraints
    from pg_class c where c.relnamespace = 'public'::regnamespace
      and c.relname = any (${[name, `${name}_20310309`, `${name}_default`]}) order by 1`;
    const [whole, ...partitions] = rows;
    expect(whole?.indexes).toBe(indexes);
    const each = { indexes: indexes + own, constraints: (whole?.constraints ?? 0n) + own };
    expect(partitions).toEqual([
      { ...each, table: `${name}_20310309` },
      { ...each, table: `${name}_default` },
    ]);
  },
);

it("gives up if a reader keeps the table, because all others wait behind it", async () => {
  const later = systemCtx(db, () => new Date("2031-05-01T00:00:00Z"));
  const [isRead, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const reader = withTx(db, async (tx) => {
    await tx`select from clicks limit 1`;
    isRead.resolve();
    await end.promise;
  });
  await isRead.promise;
  const startedAt = performance.now();
  await expect(maintainPartitions(later, 100)).rejects.toThrow();
  expect(performance.now() - startedAt).toBeLessThan(20_000);
  end.resolve();
  await reader;
  expect(await maintainPartitions(later)).toEqual({ made: 10 });
});
