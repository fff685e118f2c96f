import { findBursts } from "@fairclick/core/clicks/testing/find-bursts";
import { connect } from "@fairclick/sql/db/client";
import { insertJudgedClicks } from "@fairclick/sql/testing/insert-judged-clicks";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addCampaign, addPendingClicks, addUser, type TestCampaign } from "../testing/marketplace";
import { systemCtx } from "../testing/system-ctx";
import { settleClicks } from "./settle-clicks";

const { owner, url } = await createTestDatabase();
const db = connect(url, { max: 1, maxTransactions: 1 });
afterAll(() => db.end());
const ctx = systemCtx(db);
const creatorId = await addUser(db);
const start = Date.now() - 4 * 3_600_000;
const at = (seconds: number) => new Date(start + seconds * 1_000);

/** Two campaigns that different shards settle. */
let campaigns: TestCampaign[] = [];
beforeAll(async () => {
  for (const shard of [0, 1]) {
    let campaign = await addCampaign(db);
    while (findShard(campaign.id) !== shard) campaign = await addCampaign(db);
    campaigns = [...campaigns, campaign];
  }
});

function findShard(campaignId: string): number {
  return Number.parseInt(campaignId.slice(-2), 16) % 2;
}

const settle = (shard: number, watermark = new Date()) =>
  settleClicks(ctx, {
    watermark,
    windowSeconds: 60,
    shard,
    shards: 2,
    batchSize: 1_000,
  });

/** Entries of indices that were read while `work` ran. */
async function countRead(work: () => Promise<unknown>): Promise<number> {
  const read = async () => {
    await db.transactions`select pg_stat_force_next_flush()`;
    const [row] = await owner<{ entries: number }[]>`
      select sum(idx_tup_read)::float8 as entries from pg_stat_user_indexes
      where relname ~ '^(clicks_|pending_clicks)'`;
    return row?.entries ?? 0;
  };
  const before = await read();
  await work();
  return (await read()) - before;
}

async function readReasons(ids: string[]) {
  const rows = await db.sql<{ id: string; reason: string | null; clicks: number | null }[]>`
    select id, reason, (jsonb_path_query_first(signals, '$[*] ? (@.signal == "ip_burst")') #>> '{evidence,clicks}')::int as clicks
    from clicks where id = any (${ids}::uuid[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

it("finds the bursts of an address with hundreds of visits that other batches hold", async () => {
  const ipKey = "192.0.2.1";
  const visits = Array.from({ length: 400 }, (_, n) => ({
    at: at(Math.floor(n * 26 + Math.random() * 60)),
    campaignId: campaigns[n % 2]?.id ?? "",
    creatorId,
    ipKey,
  }));
  const ids = await addPendingClicks(db, visits);
  await settle(0);
  await settle(1);
  const stored = await readReasons(ids);
  const points = visits.map(({ at }, n) => ({ id: ids[n] ?? "", at: at.getTime(), key: ipKey }));
  const bursts = findBursts(points, { windowMs: 60_000, burstClicks: 4 });
  expect(bursts.size).toBeGreaterThan(50);
  expect(bursts.size).toBeLessThan(350);
  for (const { id, at } of points) {
    const around = points.filter((other) => Math.abs(other.at - at) <= 60_000).length;
    expect([id, stored.get(id)?.reason === "ip_burst", stored.get(id)?.clicks]).toEqual([
      id,
      bursts.has(id),
      bursts.has(id) ? around : null,
    ]);
  }
});

it("reads a bounded number of rows for a flood from one address", async () => {
  const ipKey = "192.0.2.2";
  await owner`
    insert into pending_clicks (id, clicked_at, campaign_id, creator_id, ip, ip_key, device_key,
      device_known, method, signals, device_class, browser, referrer_host)
    select gen_random_uuid(), ${at(9_500)}::timestamptz + n * interval '1 ms', ${campaigns[1]?.id ?? ""}::uuid,
      ${creatorId}::uuid, '192.0.2.2', '192.0.2.2', 'flood' || n, true, 'GET', '[]', 'phone', 'Chrome', 'direct'
    from generate_series(1, 60000) n`;
  const ids = await addPendingClicks(
    db,
    [9_460, 9_470, 9_480].map((second) => ({
      at: at(second),
      campaignId: campaigns[0]?.id ?? "",
      creatorId,
      ipKey,
    })),
  );
  expect(await countRead(() => settle(0, at(9_490)))).toBeLessThan(5_000);
  const stored = await readReasons(ids);
  expect(ids.map((id) => stored.get(id))).toEqual(
    ids.map((id) => ({ id, reason: "ip_burst", clicks: 50 })),
  );
  await owner`truncate pending_clicks`;
});

it.each(["ip_key", "device_key"] as const)(
  "reads no more rows for a click if its %s made thousands of invalid clicks that day",
  async (key) => {
    const ipKey = key === "ip_key" ? "192.0.2.3" : "192.0.2.4";
    await insertJudgedClicks(
      owner,
      owner`
        select gen_random_uuid() as id, ${at(0)}::timestamptz - n * interval '300 ms' as clicked_at,
          ${campaigns[0]?.id ?? ""}::uuid as campaign_id, ${creatorId}::uuid as creator_id,
          case ${key} when 'ip_key' then ${ipKey}::inet else '10.0.0.0'::inet + n end as ip_key,
          case ${key} when 'device_key' then 'busy' else 'd' || n end as device_key,
          '[{"signal": "known_bot", "evidence": {}}]'::jsonb as signals, 'invalid' as verdict, 'known_bot' as reason
        from generate_series(1, 30000) n`,
    );
    const [id = ""] = await addPendingClicks(db, [
      {
        at: at(10_000),
        campaignId: campaigns[0]?.id ?? "",
        creatorId: await addUser(db),
        ipKey,
        ...(key === "device_key" ? { deviceKey: "busy" } : {}),
      },
    ]);
    expect(await countRead(() => settle(0))).toBeLessThan(5_000);
    expect((await readReasons([id])).get(id)).toEqual({ id, reason: null, clicks: null });
  },
);
