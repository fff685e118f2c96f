import { type TopKind, topClicksQuerySchema } from "@fairclick/core/clicks/stats";
import { insertJudgedClicks } from "@fairclick/sql/testing/insert-judged-clicks";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { beforeAll, describe, expect, it } from "vitest";
import { type Planted, plantFrauds } from "../testing/plant-frauds";
import { systemCtx } from "../testing/system-ctx";
import { listTopClicks } from "./flagged-clicks";
import { maintainPartitions } from "./retain";

const { db, owner } = await createTestDatabase();
const ctx = systemCtx(db);
const asOwner = { sql: owner, transactions: owner, end: async () => {} };

let planted: Planted;
beforeAll(async () => {
  await maintainPartitions(ctx);
  planted = await plantFrauds(asOwner, ctx.now());
});

const top = (filter: object, limits?: { clicks: number; pages: number }) =>
  listTopClicks(ctx, topClicksQuerySchema.parse(filter), limits);

describe("listTopClicks", () => {
  it.each<[TopKind, string, number]>([
    ["/48", "2a0e:97c0:5::/48", 134],
    ["/24", "185.77.216.0/24", 75],
    ["asn", "64496", 300],
    ["address", "86.14.55.9", 22],
    ["agent", "Mozilla/5.0 (Linux; Android 10; K0) Chrome/10.0.0.0", 1],
    ["device", "cookie:10-0", 2],
    ["country", "GB", 2_838],
    ["referrer", "direct", 2_838],
    ["/56", "2a0e:97c0:5::/56", 134],
  ])("counts by %s", async (by, value, clicks) => {
    const { rows } = await top({ by, verdict: "valid", limit: 500 });
    expect(rows.find((row) => row.value === value)).toMatchObject({ clicks, valid: clicks });
  });

  it("shows the money, links and creators behind a network, its share, and its time", async () => {
    const { rows, counted } = await top({
      by: "/48",
      campaign: planted.campaignId,
      creator: "rotator",
    });
    expect(rows[0]).toMatchObject({
      value: "2a0e:97c0:5::/48",
      percent: 40.1,
      paidMicros: 201_000n,
      heldMicros: 0n,
      links: 1,
      creators: 1,
      devices: 134,
    });
    expect(rows[0]?.firstClickedAt.getTime()).toBeLessThan(rows[0]?.lastClickedAt.getTime() ?? 0);
    expect(counted).toMatchObject({ how: "all", clicks: 334, withoutValue: 150, percent: 100 });
  });

  it("counts the creators of one AS, and says how many clicks were read for it", async () => {
    const { rows, counted } = await top({ by: "creator", with: "asn", value: "64496" });
    expect(rows).toMatchObject([{ value: "farm", clicks: 300, percent: 100, creators: 1 }]);
    expect(counted).toMatchObject({ how: "all", clicks: 300 });
    const filter = { by: "creator", with: "asn", value: "64496", campaign: planted.campaignId };
    const newest = await top(filter, { clicks: 1_000, pages: 1 });
    expect(newest.counted.how).toBe("newest");
    expect(newest.counted.clicks).toBeLessThan(1_000);
    expect(() => topClicksQuerySchema.parse({ by: "creator", with: "asn" })).toThrow("together");
    const none = await top({ by: "creator", with: "agent", value: "nothing" });
    expect(none.rows).toEqual([]);
  });

  it("reads all links of a creator, and only that creator's", async () => {
    const { counted } = await top({ by: "asn", creator: planted.id("twin1") });
    expect(counted.clicks).toBe(82);
  });

  it("lists the most clicks first", async () => {
    const { rows } = await top({ by: "asn", limit: 100 });
    const clicks = rows.map((row) => row.clicks);
    expect(rows.length).toBeGreaterThan(5);
    expect(clicks).toEqual(clicks.toSorted((a, b) => b - a));
  });

  it("finds nothing of a verdict that no click has, and of a time without clicks", async () => {
    expect((await top({ by: "asn", verdict: "held" })).rows).toEqual([]);
    expect((await top({ by: "asn", to: "2020-01-01T00:00:00Z" })).counted.clicks).toBe(0);
  });

  it("reads only the newest clicks of a large campaign, and says so", async () => {
    const filter = { by: "asn", campaign: planted.campaignId };
    const { counted } = await top(filter, { clicks: 100, pages: 10 });
    expect(counted).toMatchObject({ how: "newest", clicks: 100 });
  });

  it("reads a sample of many stored clicks, and says which share", async () => {
    await insertJudgedClicks(
      owner,
      owner`
        select gen_random_uuid() as id, now() - interval '1 day' as clicked_at, ${planted.campaignId}::uuid as campaign_id,
          ${planted.id("anna")}::uuid as creator_id, '10.0.0.0'::inet + n as ip_key, n::text as device_key,
          'unpaid' as verdict, 'budget_exhausted' as reason
        from generate_series(1, 50000) n`,
    );
    const { rows, counted } = await top({ by: "/24", limit: 10 }, { clicks: 100, pages: 100 });
    expect(counted.how).toBe("sample");
    expect(counted.percent).toBeGreaterThan(1);
    expect(counted.percent).toBeLessThan(50);
    const stored = (counted.clicks * 100) / counted.percent;
    expect(stored).toBeGreaterThan(26_000);
    expect(stored).toBeLessThan(104_000);
    expect(rows).toHaveLength(10);
  });
});
