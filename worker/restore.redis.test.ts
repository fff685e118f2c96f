import { newClick } from "@fairclick/core/clicks/testing/new-click";
import { recordClicks } from "@fairclick/core/jobs";
import { readConfig } from "@fairclick/services/config";
import { verifyBooks } from "@fairclick/services/money/ledger";
import { openQueue } from "@fairclick/services/queue/open-queue";
import { openQueueOperations, replayRecorded } from "@fairclick/services/queue/operate-queues";
import { startRedis } from "@fairclick/services/queue/testing/start-redis";
import { addCampaign, addUser } from "@fairclick/services/testing/marketplace";
import { followNoIpData } from "@fairclick/services/testing/no-ip-data";
import { operatorCtx } from "@fairclick/services/testing/operator-ctx";
import type { Db } from "@fairclick/sql/db/client";
import { prepareCopy } from "@fairclick/sql/testing/copied-database";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { pino } from "pino";
import { afterAll, expect, it } from "vitest";
import type { WorkerDeps } from "./define-job";
import { recordClicksJob, settleClicksJob } from "./jobs";
import { createWorkerMetrics } from "./metrics";

const lost = await createTestDatabase();
const redis = await startRedis();
const log = pino({ level: "silent" });
const stores = { databaseUrl: lost.url, redisUrl: redis.url };
const queue = openQueue(stores, { log, runsJobs: true });
const operations = openQueueOperations(stores, log);
const backup = prepareCopy(lost);
const restored = backup.db;
afterAll(async () => {
  await Promise.all([operations.close(), queue.close()]);
  await redis.stop();
});

async function recordAndSettle(db: Db): Promise<void> {
  const deps: WorkerDeps = {
    config: readConfig({ DATABASE_URL: lost.url, CLICK_WINDOW_SECONDS: "1" }),
    ...{ db, log, queue, stripe: null, mailer: null, metrics: createWorkerMetrics() },
    now: () => new Date(),
    ipData: followNoIpData,
  };
  const run = (data: unknown) => recordClicksJob.run(deps, data);
  const worker = queue.work({ contract: recordClicks, concurrency: 2, run });
  await expect.poll(() => queue.oldestUnrecordedAt()).toBeNull();
  await worker.stop(5_000);
  await settleClicksJob.run(deps, {});
}

it("recovers all clicks after a restore, each paid once", async () => {
  const ids = { campaignId: (await addCampaign(lost.db)).id, creatorId: await addUser(lost.db) };
  const send = async (count: number) => {
    for (let i = 0; i < count; i += 1) {
      const clicks = [0, 1].map(() =>
        newClick({
          ...{ ...ids, at: Date.now() - 60_000, device: crypto.randomUUID() },
          ip: `81.${crypto.getRandomValues(new Uint8Array(3)).join(".")}`,
        }),
      );
      await queue.sendClicks(clicks);
    }
  };
  const paid = async (db: Db) => {
    const [row] = await db.sql<{ paid: number }[]>`
      select count(*)::int as paid from clicks
      where campaign_id = ${ids.campaignId} and verdict = 'valid'`;
    return row?.paid;
  };
  await send(5);
  await recordAndSettle(lost.db);
  await backup.copyNow();
  await send(10);
  await recordAndSettle(lost.db).catch(() => recordAndSettle(lost.db));
  expect(await paid(lost.db)).toBe(30);
  expect(await paid(restored)).toBe(10);

  const operator = await operatorCtx(restored, backup.owner);
  const input = { reason: "restored to noon", dryRun: false };
  const dry = await replayRecorded(operator, operations, { ...input, dryRun: true });
  expect(dry).toMatchObject({ before: { recorded: 15 }, applied: false });
  await replayRecorded(operator, operations, input);
  await recordAndSettle(restored);
  expect(await paid(restored)).toBe(30);

  await replayRecorded(operator, operations, input);
  await recordAndSettle(restored);
  expect(await paid(restored)).toBe(30);
  expect((await verifyBooks({ db: restored })).clean).toBe(true);
});

it("deletes recorded clicks before Redis is full", async () => {
  expect(await operations.countRecorded()).toBeGreaterThan(0);
  await redis.admin.config("SET", "maxmemory", 1_000_000);
  const worker = queue.work({ contract: recordClicks, concurrency: 1, run: async () => {} });
  await expect.poll(() => operations.countRecorded()).toBe(0);
  await worker.stop(5_000);
});
