import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { makeClickPartitions } from "@fairclick/sql/clicks/retention";
import { connectAsOwner } from "@fairclick/sql/db/client";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { describe, expect, it } from "vitest";
import { addCampaign, addPendingClicks, addUser, type TestClick } from "../testing/marketplace";
import { systemCtx } from "../testing/system-ctx";
import { verifyStats } from "../testing/verify-stats";
import { settleClicks } from "./settle-clicks";
import { readBreakdown, readSeries } from "./stats";

const { db, url } = await createTestDatabase();
const ctx = systemCtx(db);
const day = (text: string) => new Date(`2026-03-${text}`);
await makeClickPartitions(db.sql, { from: day("01T00:00Z"), to: day("09T00:00Z") });

async function joined() {
  const campaign = await addCampaign(db, { startsAt: day("01T00:00Z") });
  const creatorId = await addUser(db);
  const campaignId = asId<CampaignId>(campaign.id);
  return {
    scope: { campaignId, creatorId: null },
    linkScope: { campaignId, creatorId: asId<UserId>(creatorId) },
    click: (at: string, more: Partial<TestClick> = {}): TestClick => ({
      at: day(at),
      campaignId: campaign.id,
      creatorId,
      ...more,
    }),
  };
}

async function settled(clicks: TestClick[]): Promise<void> {
  await addPendingClicks(db, clicks);
  const scope = { watermark: day("09T00:00Z"), shard: 0, shards: 1, batchSize: 1_000 };
  await settleClicks(ctx, { ...scope, windowSeconds: 60 });
  expect((await verifyStats(ctx)).checks.flatMap(({ differences }) => differences)).toEqual([]);
}

const query = {
  from: "2026-03-02T00:00:00Z",
  to: "2026-03-06T00:00:00Z",
  step: "day" as const,
  timeZone: "UTC",
  limit: 10,
};

describe("a breakdown", () => {
  it("counts clicks by verdict in days of the time zone, although counters use UTC days", async () => {
    const { scope, click } = await joined();
    await settled([
      click("01T18:29:59Z", { country: "US" }),
      click("01T18:30:00Z", { country: "IN" }),
      click("03T12:00:00Z", { country: "IN" }),
      click("03T13:00:00Z", { country: "IN", signals: [{ signal: "known_bot", evidence: {} }] }),
      click("05T18:29:59Z"),
      click("05T18:30:00Z", { country: "US" }),
    ]);
    const asked = { ...query, from: "2026-03-01T18:30:00Z", to: "2026-03-05T18:30:00Z" };
    const inIndia = { ...asked, timeZone: "Asia/Kolkata" };
    const { items } = await readBreakdown(db, {
      scope,
      query: { ...inIndia, dimension: "country" },
    });
    const none = { invalid: 0n, held: 0n, unpaid: 0n };
    expect(items).toEqual([
      { ...none, value: "IN", valid: 2n, invalid: 1n, micros: 3_000n },
      { ...none, value: "unknown", valid: 1n, micros: 1_500n },
    ]);
    const { points } = await readSeries(db, { scope, query: inIndia });
    expect(points.reduce((sum, { valid, invalid }) => sum + valid + invalid, 0n)).toBe(4n);
  });

  it("reads today from its counters, however much of today there is", async () => {
    const { scope, click } = await joined();
    await settled([click("05T10:00:00Z", { country: "IN" }), click("05T11:00:00Z")]);
    const asked = { ...query, from: "2026-03-01T18:30:00Z", to: "2026-03-05T18:30:00Z" };
    const inIndia = { ...asked, timeZone: "Asia/Kolkata", dimension: "country" as const };
    const valids = async (now: Date) => {
      const { items } = await readBreakdown(db, { scope, query: inIndia, now });
      return items.map(({ value, valid }) => [value, valid]);
    };
    const whole = [
      ["IN", 1n],
      ["unknown", 1n],
    ];
    expect(await valids(day("05T12:00:00Z"))).toEqual(whole);
    const owner = connectAsOwner(url);
    const count = (valid: number) => owner.sql`
      update click_days set valid = ${valid} where campaign_id = ${scope.campaignId} and value = 'IN'`;
    await count(7);
    expect(await valids(day("06T12:00:00Z"))).toEqual(whole);
    expect(await valids(day("05T12:00:00Z"))).toEqual([
      ["IN", 7n],
      ["unknown", 1n],
    ]);
    await count(1);
    await owner.end();
  });

  it("returns the most frequent values, and the rest as one", async () => {
    const { scope, linkScope, click } = await joined();
    const hosts = ["b.example", "a.example", "a.example", "a.example", "c.example", "b.example"];
    await settled(hosts.map((referrerHost, n) => click(`03T1${n}:00:00Z`, { referrerHost })));
    for (const of of [scope, linkScope]) {
      const asked = { ...query, dimension: "referrer" as const, limit: 1 };
      const { items, rest } = await readBreakdown(db, { scope: of, query: asked });
      expect(items.map(({ value, valid }) => [value, valid])).toEqual([["a.example", 3n]]);
      expect(rest.valid).toBe(3n);
    }
  });

  it("stores a limited number of hosts per campaign, hosts of accepted clicks first", async () => {
    const { scope, click } = await joined();
    const made = (n: number) => click("02T01:00:00Z", { referrerHost: `h${n}.example` });
    const bot = { signals: [{ signal: "known_bot" as const, evidence: {} }] };
    const creatorId = await addUser(db); // its own link: one full of bots holds the people after them
    const ofBot = (n: number) => ({ ...made(1_000 + n), ...bot, creatorId });
    await settled(Array.from({ length: 250 }, (_, n) => ofBot(n)));
    await settled(Array.from({ length: 150 }, (_, n) => made(n)));
    await settled(Array.from({ length: 150 }, (_, n) => made(100 + n)));
    const asked = { ...query, dimension: "referrer" as const, limit: 1_000 };
    const { items } = await readBreakdown(db, { scope, query: asked });
    expect(items.filter(({ value }) => value !== "other")).toHaveLength(200);
    expect(items.find(({ value }) => value === "h149.example")?.valid).toBe(2n);
    expect(items.find(({ value }) => value === "h199.example")?.valid).toBe(1n);
    expect(items.find(({ value }) => value === "other")).toMatchObject({
      invalid: 250n,
      valid: 50n,
    });
  });
});
