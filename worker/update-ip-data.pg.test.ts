import { readConfig } from "@fairclick/services/config";
import { serveLists } from "@fairclick/services/ip/testing/list-server";
import { openQueue } from "@fairclick/services/queue/open-queue";
import { followNoIpData } from "@fairclick/services/testing/no-ip-data";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { UnrecoverableError } from "bullmq";
import { pino } from "pino";
import { afterAll, expect, it } from "vitest";
import type { WorkerDeps } from "./define-job";
import { updateIpDataJob } from "./jobs";
import { createWorkerMetrics } from "./metrics";

const { db, owner, url } = await createTestDatabase();
const { url: ipDataUrl, lists, asked } = serveLists();
const lines: { level: number; msg: string }[] = [];
const log = pino({ level: "info" }, { write: (line) => void lines.push(JSON.parse(line)) });
const queue = openQueue({ databaseUrl: url, redisUrl: null }, { log, runsJobs: false });
afterAll(() => queue.close());

const run = (IP_DATA_URL: string, data: unknown = {}) => {
  const deps: WorkerDeps = {
    config: readConfig({ DATABASE_URL: url, IP_DATA_URL }),
    db,
    log,
    queue,
    metrics: createWorkerMetrics(),
    now: () => new Date(),
    ipData: followNoIpData,
    stripe: null,
    mailer: null,
  };
  return updateIpDataJob.run(deps, data);
};

const countGood = async () => {
  const [row] = await owner`select count(version)::int as good from ip_lists`;
  return row?.good;
};

it("does nothing if downloads are off", async () => {
  await run("off");
  expect(await countGood()).toBe(0);
});

it("does not fail without a network: it logs this and leaves the lists to the next run", async () => {
  await run("http://127.0.0.1:9");
  expect(await countGood()).toBe(0);
  expect(lines.at(-1)).toMatchObject({ level: 40, msg: expect.stringContaining("could not") });
});

it("downloads every list, and may run twice or concurrently", async () => {
  await Promise.all([run(ipDataUrl), run(ipDataUrl)]);
  expect(await countGood()).toBe(lists.size);
  const askedBefore = asked();
  await run(ipDataUrl);
  expect(asked()).toBe(askedBefore);
});

it("rejects an invalid payload", async () => {
  await expect(run(ipDataUrl, "now")).rejects.toBeInstanceOf(UnrecoverableError);
});
