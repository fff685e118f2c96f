import { newClick } from "@fairclick/core/clicks/testing/new-click";
import { readConfig } from "@fairclick/services/config";
import { openQueue } from "@fairclick/services/queue/open-queue";
import { addCampaign, addPendingClicks, addUser } from "@fairclick/services/testing/marketplace";
import { followNoIpData } from "@fairclick/services/testing/no-ip-data";
import { advanceJudgedUpTo, findJudgedUpTo } from "@fairclick/sql/clicks/pending-clicks";
import { lockShard } from "@fairclick/sql/clicks/settlement/batches";
import { withTx } from "@fairclick/sql/db/tx";
import { recordHeartbeat } from "@fairclick/sql/operations/status";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { pino } from "pino";
import { afterAll, expect, it } from "vitest";
import type { WorkerDeps } from "./define-job";
import { settleClicksJob } from "./jobs";
import { createWorkerMetrics } from "./metrics";

const { db, owner, url } = await createTestDatabase();
const log = pino({ level: "silent" });
const queue = openQueue({ databaseUrl: url, redisUrl: null }, { log, runsJobs: true });
afterAll(() => queue.close());

const deps: WorkerDeps = {
  config: readConfig({ DATABASE_URL: url }),
  db,
  log,
  metrics: createWorkerMetrics(),
  queue,
  now: () => new Date(),
  ipData: followNoIpData,
  stripe: null,
  mailer: null,
};

/** The window of 60 seconds plus 5 seconds of grace (ms). */
const WAIT_MS = 65_000;
const run = (changes: Partial<WorkerDeps> = {}) => settleClicksJob.run({ ...deps, ...changes }, {});
const judgedUpTo = async () => (await findJudgedUpTo(db.sql))?.getTime() ?? 0;
const judgedClicks = async () => {
  const [row] = await owner<{ clicks: number }[]>`select count(*)::int as clicks from clicks`;
  return row?.clicks;
};

/** The watermark is `WAIT_MS` behind the time of this run. */
async function expectWatermarkOfNow(work: () => Promise<unknown>) {
  const before = Date.now();
  await work();
  expect(await judgedUpTo()).toBeGreaterThanOrEqual(before - WAIT_MS);
  expect(await judgedUpTo()).toBeLessThanOrEqual(Date.now() - WAIT_MS);
}

it("is recorded by settlement, with or without clicks, and advances", async () => {
  expect(await judgedUpTo()).toBe(0);
  await expectWatermarkOfNow(run);
  await expectWatermarkOfNow(() => Promise.all([run(), run()]));
});

it("uses the clock of Postgres: a worker's clock that is ahead judges nothing early", async () => {
  const { id: campaignId } = await addCampaign(db);
  const creatorId = await addUser(db);
  const at = new Date(Date.now() - 30_000);
  await addPendingClicks(db, [{ campaignId, creatorId, at }]);
  const before = await judgedClicks();
  const ahead = () => new Date(Date.now() + 600_000);
  const realNow = Date.now;
  Date.now = () => realNow() + 600_000;
  await run({ now: ahead }).finally(() => {
    Date.now = realNow;
  });
  expect(await judgedClicks()).toBe(before);
  expect(await judgedUpTo()).toBeLessThanOrEqual(Date.now() - WAIT_MS);
  await owner`delete from pending_clicks where campaign_id = ${campaignId}`;
});

it("does not advance while another worker settles", async () => {
  const { id: campaignId } = await addCampaign(db);
  const creatorId = await addUser(db);
  const before = await judgedUpTo();
  await addPendingClicks(db, [{ campaignId, creatorId, at: new Date(Date.now() - 200_000) }]);
  await withTx(db, async (tx) => {
    expect(await lockShard(tx, 0)).toBe(true);
    await run();
    expect(await judgedUpTo()).toBe(before);
  });
  await expectWatermarkOfNow(run);
});

it("says that clicks are judged once every shard of a division has judged them", async () => {
  await owner`delete from judged_shards`;
  const advance = async (shard: number, shards: number, minute: number) => {
    await advanceJudgedUpTo(db.sql, { shard, shards, watermark: new Date(minute * 60_000) });
    return (await judgedUpTo()) / 60_000;
  };
  expect(await advance(0, 2, 50)).toBe(0);
  expect(await advance(1, 2, 40)).toBe(40);
  expect(await advance(0, 4, 60)).toBe(40);
  expect(await advance(1, 4, 60)).toBe(40);
  expect(await advance(2, 4, 45)).toBe(40);
  expect(await advance(3, 4, 60)).toBe(45);
  expect(await advance(1, 2, 30)).toBe(45);
  expect(await advance(1, 2, 48)).toBe(48);
});

it("divides many clicks over jobs that any worker runs, and advances when all have run", async () => {
  await owner`delete from judged_shards`;
  const creatorId = await addUser(db);
  const campaigns = [await addCampaign(db), await addCampaign(db), await addCampaign(db)];
  const at = new Date(Date.now() - 200_000);
  const clicks = Array.from({ length: 2_100 }, (_, n) => {
    return { campaignId: campaigns[n % 3]?.id ?? "", creatorId, at };
  });
  await addPendingClicks(db, clicks);
  const before = await judgedClicks();
  for (const host of ["a", "b", "c"]) {
    await recordHeartbeat(db.sql, { workerId: Bun.randomUUIDv7(), host, sinceLastJobMs: null });
  }
  await run();
  expect(await judgedUpTo()).toBe(0);
  await run();
  const { waiting } =
    (await queue.listFigures()).find(({ name }) => name === "settle-clicks") ?? {};
  expect(waiting).toBe(2);
  const job = settleClicksJob.run;
  for (const shard of [1, 2]) await job(deps, { part: { shard, shards: 3 } });
  expect(await judgedUpTo()).toBeGreaterThan(at.getTime());
  expect((await judgedClicks()) ?? 0).toBe((before ?? 0) + clicks.length);
});

it("stays before a click that is still in the queue", async () => {
  const { id: campaignId } = await addCampaign(db);
  await owner`delete from judged_shards`;
  const at = Date.now() - 120_000;
  await queue.sendClicks([newClick({ campaignId, creatorId: await addUser(db), at })]);
  await run();
  expect(await judgedUpTo()).toBe(at - 60_000);
});
