import { join } from "node:path";
import { policy } from "@fairclick/core/clicks/release-policy";
import { LOCK_SPACE } from "@fairclick/sql/clicks/settlement/batches";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { beforeAll, expect, it } from "vitest";
import { expectRightBooks } from "../testing/expect-right-books";
import { addCampaign, addPendingClicks, addUser } from "../testing/marketplace";
import { systemCtx } from "../testing/system-ctx";
import { settleClicks } from "./settle-clicks";

const { db, owner, url } = await createTestDatabase();
const ctx = systemCtx(db);
const SHARDS = 2;
const watermark = new Date();
const settle = (shard: number) =>
  settleClicks(ctx, { watermark, windowSeconds: 60, shard, shards: SHARDS, batchSize: 50 });

/** One of each shard. */
const campaigns: string[] = [];
beforeAll(async () => {
  while (campaigns.length < SHARDS) {
    const { id } = await addCampaign(db, { budgetMicros: 1_000_000_000n });
    if (Number.parseInt(id.slice(-2), 16) % SHARDS === campaigns.length) campaigns.push(id);
  }
});

let nets = 0;

/** Each address is paid `addressClicks` times by a creator: its first clicks, on whatever campaign. */
async function addVisits(addresses: number, each: number) {
  const creatorId = await addUser(db);
  nets += 1;
  const visits = Array.from({ length: addresses * each }, (_, n) => ({
    at: new Date(watermark.getTime() - (addresses * each - n) * Math.ceil(61_000 / addresses)),
    campaignId: campaigns[Math.floor(Math.random() * SHARDS)] ?? "",
    creatorId,
    ipKey: `203.0.${nets}.${n % addresses}`,
  }));
  const ids = await addPendingClicks(db, visits);
  return ids.map((id, n): [string, string] => [
    id,
    n < addresses * policy.addressClicks ? "valid" : "held",
  ]);
}

async function readVerdicts(ids: string[]) {
  const rows = await db.sql<{ id: string; verdict: string }[]>`
    select id, verdict from all_clicks where id = any (${ids}::uuid[])`;
  const verdicts = new Map(rows.map(({ id, verdict }) => [id, verdict]));
  return ids.map((id) => [id, verdicts.get(id)]);
}

it("judges with another shard's clicks what they may decide about", async () => {
  const expected = await addVisits(2, policy.addressClicks + 10);
  expect(await settle(1)).toMatchObject({ finished: true });
  expect(await readVerdicts(expected.map(([id]) => id))).toEqual(expected);
});

it("waits for another shard only where its clicks may decide", async () => {
  const many = await addVisits(1, policy.addressClicks + 10);
  const countOfShard = async (visits: [string, string][]) => {
    const ids = visits.map(([id]) => id);
    const rows = await db.sql<{ isPending: boolean; clicks: number }[]>`
      select verdict = 'pending' as is_pending, count(*)::int as clicks from all_clicks
      where id = any (${ids}::uuid[]) and campaign_id = ${campaigns[1] ?? ""} group by 1`;
    const count = (pending: boolean) => rows.find(({ isPending }) => isPending === pending)?.clicks;
    return { judged: count(false) ?? 0, pending: count(true) ?? 0 };
  };
  const busy = await owner.reserve();
  await busy`select pg_advisory_lock(${LOCK_SPACE}::int, 0)`;
  expect(await settle(1)).toMatchObject({ finished: false });
  await busy`select pg_advisory_unlock_all()`;
  busy.release();
  const { judged, pending } = await countOfShard(many);
  expect(judged).toBeGreaterThan(0);
  expect(pending).toBeGreaterThan(0);
  await settle(0);
  await settle(1);
  expect(await readVerdicts(many.map(([id]) => id))).toEqual(many);
});

it("comes to the verdicts of one shard however often its processes are killed", async () => {
  const expected = await addVisits(20, policy.addressClicks + 15);
  const script = join(import.meta.dirname, "testing", "settle-process.ts");
  const start = (shard: number) =>
    Bun.spawn([process.execPath, script, url, "20", `${shard}`, `${SHARDS}`]);
  const countPending = async () => {
    const [row] = await db.sql<{ clicks: number }[]>`
      select count(*)::int as clicks from pending_clicks`;
    return row?.clicks ?? 0;
  };
  let kills = 0;
  for (let pending = expected.length; pending > 0; pending = await countPending()) {
    const processes = [0, 1].map(start);
    const left = pending - 1 - Math.floor(Math.random() * 200);
    while (processes.some(({ exitCode }) => exitCode === null) && (await countPending()) > left) {
      await Bun.sleep(1);
    }
    for (const each of processes) {
      if (each.exitCode === null) kills += 1;
      each.kill("SIGKILL");
      await each.exited;
    }
  }
  expect(kills).toBeGreaterThan(1);
  expect(await readVerdicts(expected.map(([id]) => id))).toEqual(expected);
  await expectRightBooks(ctx);
});
