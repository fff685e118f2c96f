import { newClick } from "@fairclick/core/clicks/testing/new-click";
import { readConfig } from "@fairclick/services/config";
import { followCountries } from "@fairclick/services/geo/follow-countries";
import { openQueue } from "@fairclick/services/queue/open-queue";
import { addCampaign, addPendingClicks, addUser } from "@fairclick/services/testing/marketplace";
import { followNoIpData } from "@fairclick/services/testing/no-ip-data";
import { findJudgedUpTo } from "@fairclick/sql/judged-up-to";
import { takeShard } from "@fairclick/sql/settlement/take-shard";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { withTx } from "@fairclick/sql/tx";
import { pino } from "pino";
import { afterAll, expect, it } from "vitest";
import type { WorkerDeps } from "../define-job";
import { createWorkerMetrics } from "../metrics";
import { settleClicksJob } from "./settle-clicks";

const { db, url } = await createTestDatabase();
const log = pino({ level: "silent" });
const queue = openQueue({ databaseUrl: url, redisUrl: null }, { log, runsJobs: true });
afterAll(() => queue.close());

const clock = { at: new Date() };
const deps: WorkerDeps = {
  config: readConfig({ DATABASE_URL: url }),
  db,
  log,
  metrics: createWorkerMetrics(),
  queue,
  now: () => clock.at,
  ipData: followNoIpData,
  countries: followCountries(null, log),
  stripe: null,
};

/** The window of 60 seconds and the grace of 5 after it. */
const WAIT_MS = 65_000;
const run = () => settleClicksJob.run(deps, {});
const judgedUpTo = async () => (await findJudgedUpTo(db.sql))?.getTime();
const pass = (ms: number) => {
  clock.at = new Date(clock.at.getTime() + ms);
};

it("is written down by settlement, with clicks or without, and moves on", async () => {
  expect(await judgedUpTo()).toBeUndefined();
  await run();
  expect(await judgedUpTo()).toBe(clock.at.getTime() - WAIT_MS);
  pass(60_000);
  await Promise.all([run(), run()]);
  expect(await judgedUpTo()).toBe(clock.at.getTime() - WAIT_MS);
});

it("is not claimed while somebody else still settles", async () => {
  const { id: campaignId } = await addCampaign(db);
  const creatorId = await addUser(db);
  const before = await judgedUpTo();
  pass(600_000);
  await addPendingClicks(db, [
    { campaignId, creatorId, at: new Date(clock.at.getTime() - 200_000) },
  ]);
  await withTx(db, async (tx) => {
    expect(await takeShard(tx, 0)).toBe(true);
    await run();
    expect(await judgedUpTo()).toBe(before);
  });
  await run();
  expect(await judgedUpTo()).toBe(clock.at.getTime() - WAIT_MS);
});

it("stays behind a click that is still in the queue", async () => {
  const { id: campaignId } = await addCampaign(db);
  const before = await judgedUpTo();
  pass(600_000);
  const at = clock.at.getTime() - 120_000;
  await queue.sendClicks([newClick({ campaignId, creatorId: await addUser(db), at })]);
  await run();
  expect(await judgedUpTo()).toBe(at - 60_000);
  expect(before).toBeLessThan(at - 60_000);
});
