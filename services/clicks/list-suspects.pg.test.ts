import { type SuspectOrder, suspectsQuerySchema } from "@fairclick/core/clicks/suspects";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { beforeAll, describe, expect, it } from "vitest";
import { type Planted, plantFrauds } from "../testing/plant-frauds";
import { systemCtx } from "../testing/system-ctx";
import { maintainPartitions } from "./retain";
import { listSuspects } from "./suspects";

const { db, owner } = await createTestDatabase();
const ctx = systemCtx(db);
let planted: Planted;

beforeAll(async () => {
  await maintainPartitions(ctx);
  planted = await plantFrauds({ sql: owner, transactions: owner, end: async () => {} }, ctx.now());
});

const list = (query: object = {}) => listSuspects(ctx, suspectsQuerySchema.parse(query));

describe("listSuspects", () => {
  it("ranks the planted frauds above all honest links", async () => {
    const { items, links, compared } = await list();
    expect(new Set(items.slice(0, 6).map(({ creatorName }) => creatorName))).toEqual(
      new Set(["rotator", "farm", "payee1", "payee2", "twin1", "twin2"]),
    );
    expect(items.slice(6).every(({ suspicion }) => suspicion.oddity < 0.06)).toBe(true);
    expect([links, compared]).toEqual([14, 14]);
  });

  it("names what is odd: the network, the homes, the missing players", async () => {
    const { items } = await list();
    const odd = (name: string) => items.find(({ creatorName }) => creatorName === name);
    expect(odd("rotator")?.suspicion.odd[0]).toBe("net48");
    expect(odd("rotator")?.facts.net48?.value).toBe("2a0e:97c0:5::/48");
    expect(odd("twin1")?.suspicion.odd).toContain("homes");
    expect(odd("twin1")?.facts.homes).toBe(22);
    expect(odd("farm")?.suspicion.odd).toContain("joins");
    expect(odd("farm")?.suspicion.percents.joins).toBe(0);
    expect(odd("carrier")?.suspicion.percents.net24).toBeLessThan(5);
    expect(odd("viral")?.suspicion.percents.hour).toBe(100);
  });

  it.each<[SuspectOrder, string]>([
    ["net24", "twin"],
    ["net48", "rotator"],
    ["joins", "farm"],
    ["money", "viral"],
    ["clicks", "viral"],
    ["hour", "viral"],
    ["homes", "twin"],
    ["payer", "payee"],
    ["odd", "farm"],
  ])("sorts by %s", async (sort, first) => {
    const { items } = await list({ sort, limit: 1 });
    expect(items[0]?.creatorName).toMatch(first);
  });

  it("shows only one campaign, or one creator", async () => {
    expect((await list({ campaign: planted.ringId })).items).toHaveLength(2);
    expect((await list({ creator: "farm" })).items).toHaveLength(1);
    await expect(list({ creator: "nobody" })).rejects.toMatchObject({ code: "not_found" });
  });

  it("reads a bounded number of clicks, however many a link has", async () => {
    await owner`
      insert into clicks (id, clicked_at, campaign_id, creator_id, ip, ip_key, device_key, device_known, asn,
        method, signals, recorded_at, verdict, policy_version, settlement_id, transaction_id, price_micros, paid_micros)
      select gen_random_uuid(), now() - n * interval '2 s', ${planted.campaignId}, ${planted.id("anna")}, '10.0.0.0'::inet + n,
        '10.0.0.0'::inet + n, n::text, true, 65001, 'GET', '[]', now(), 'valid', 1, gen_random_uuid(), gen_random_uuid(), 1500, 1500
      from generate_series(1, 60000) n`;
    await owner`analyze clicks`;
    const before = await countRead();
    const { items } = await list();
    expect(items.find(({ creatorName }) => creatorName === "anna")?.facts.examined).toBe(300);
    expect((await countRead()) - before).toBeLessThan(15_000);
  });

  it("counts only the wanted days", async () => {
    await owner`update click_days set day = day - 20`;
    expect((await list()).items).toEqual([]);
  });
});

/** Returns how many rows of clicks all statements have read. */
async function countRead(): Promise<number> {
  await Promise.all(
    Array.from(
      { length: 8 },
      () => db.transactions`select pg_stat_force_next_flush(), pg_sleep(0.05)`,
    ),
  );
  const [row] = await owner<{ rows: number }[]>`
    select sum(coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as rows
    from pg_stat_user_tables where relname ~ '^clicks_'`;
  return row?.rows ?? 0;
}
