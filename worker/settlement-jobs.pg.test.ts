import { newClick } from "@fairclick/core/clicks/testing/new-click";
import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { readConfig } from "@fairclick/services/config";
import { openQueue } from "@fairclick/services/queue/open-queue";
import { addCampaign, addPendingClicks, addUser } from "@fairclick/services/testing/marketplace";
import { followNoIpData } from "@fairclick/services/testing/no-ip-data";
import { insertConversions } from "@fairclick/sql/conversions/conversions";
import { listJobsWithWork, readDatabaseVitals } from "@fairclick/sql/operations/status";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { pino } from "pino";
import { afterAll, describe, expect, it } from "vitest";
import type { WorkerDeps } from "./define-job";
import {
  countConversionsJob,
  expireHeldClicksJob,
  forgetJob,
  maintainPartitionsJob,
  recordClicksJob,
  releaseEscrowsJob,
  settleClicksJob,
  verifyBooksJob,
} from "./jobs";
import { createWorkerMetrics } from "./metrics";

const { db, owner, url } = await createTestDatabase();
const log = pino({ level: "silent" });
const queue = openQueue({ databaseUrl: url, redisUrl: null }, { log, runsJobs: true });
afterAll(() => queue.close());

const lines: { msg: string; check?: string }[] = [];
const deps: WorkerDeps = {
  config: readConfig({ DATABASE_URL: url }),
  db,
  log: pino({ level: "error" }, { write: (line) => void lines.push(JSON.parse(line)) }),
  metrics: createWorkerMetrics(),
  queue,
  now: () => new Date(),
  ipData: followNoIpData,
  stripe: null,
  mailer: null,
};

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

async function readVerdict(id: string): Promise<string | undefined> {
  const [row] = await db.sql<
    { verdict: string }[]
  >`select verdict from all_clicks where id = ${id}`;
  return row?.verdict;
}

async function isReleased(id: string): Promise<boolean> {
  const [row] = await db.sql`select released_at from campaigns where id = ${id}`;
  return row?.releasedAt !== null;
}

describe("while an older click is still in the queue", () => {
  it("neither settles its possible neighbours nor releases its possible campaign", async () => {
    const campaign = await addCampaign(db);
    const ended = await addCampaign(db, { endsAt: minutesAgo(10) });
    const creatorId = await addUser(db);
    const click = { campaignId: campaign.id, creatorId };
    const [before = "", after = ""] = await addPendingClicks(db, [
      { ...click, at: minutesAgo(22) },
      { ...click, at: minutesAgo(20.5) },
    ]);
    const unrecorded = newClick({ ...click, at: minutesAgo(20).getTime() });
    await queue.sendClicks([unrecorded]);

    await settleClicksJob.run(deps, {});
    await releaseEscrowsJob.run(deps, {});
    expect(await readVerdict(before)).toBe("valid");
    expect(await readVerdict(after)).toBe("pending");
    expect(await isReleased(ended.id)).toBe(false);

    const worker = queue.work({
      contract: recordClicksJob.contract,
      concurrency: 1,
      run: (data) => recordClicksJob.run(deps, data),
    });
    await expect.poll(() => queue.oldestUnrecordedAt()).toBeNull();
    await worker.stop(5_000);
    await settleClicksJob.run(deps, {});
    await releaseEscrowsJob.run(deps, {});
    expect(await readVerdict(after)).toBe("valid");
    expect(await readVerdict(unrecorded.id)).toBe("valid");
    expect(await isReleased(ended.id)).toBe(true);
  });
});

it("has clicks to settle after their window, and then their conversions to count", async () => {
  const campaignId = asId<CampaignId>((await addCampaign(db)).id);
  const click = { campaignId, creatorId: asId<UserId>(await addUser(db)) };
  const at = minutesAgo(2);
  const [clickId = ""] = await addPendingClicks(db, [{ ...click, at }]);
  const reported = { ...click, clickId, event: "joined", clickedAt: at, valueMicros: 5n };
  await insertConversions(db.sql, [{ ...reported, at: new Date() }]);
  const find = (windowSeconds: number) => listJobsWithWork(db.sql, { windowSeconds, events: [] });
  expect(await find(60)).toContain("settle-clicks");
  expect(await find(180)).not.toContain("settle-clicks");
  await settleClicksJob.run(deps, {});
  expect(await find(60)).not.toContain("settle-clicks");
  expect(await find(60)).toContain("count-conversions");
  await countConversionsJob.run(deps, {});
  expect(await find(60)).not.toContain("count-conversions");
});

describe("each job", () => {
  const jobs = [
    settleClicksJob,
    releaseEscrowsJob,
    expireHeldClicksJob,
    maintainPartitionsJob,
    forgetJob,
    verifyBooksJob,
    countConversionsJob,
  ];

  it.each(jobs)("can run twice, and concurrently ($contract.name)", async (job) => {
    await Promise.all([job.run(deps, {}), job.run(deps, {})]);
    await job.run(deps, {});
  });

  it.each(jobs)("fails for good on a payload that is none ($contract.name)", async (job) => {
    await expect(job.run(deps, "nonsense")).rejects.toMatchObject({ name: "UnrecoverableError" });
  });
});

describe("verify-books", () => {
  const differences = async (check: string) => {
    const { booksProvedAt, booksChecks } = await readDatabaseVitals(db.sql);
    expect(booksProvedAt?.getTime()).toBeGreaterThan(Date.now() - 60_000);
    return booksChecks.find(({ name }) => name === check)?.differences;
  };

  it("reports correct books", async () => {
    await verifyBooksJob.run(deps, {});
    expect(await differences("link_totals_equal_clicks")).toBe(0);
    expect(lines).toEqual([]);
  });

  it("raises the alarm, in metric and log, for wrong books, and clears it", async () => {
    await owner`update link_outcomes set valid = valid + 1`;
    await verifyBooksJob.run(deps, {});
    expect(await differences("link_totals_equal_clicks")).toBeGreaterThan(0);
    expect(lines).toEqual([
      expect.objectContaining({ msg: "The books are wrong", check: "link_totals_equal_clicks" }),
    ]);
    await owner`update link_outcomes set valid = valid - 1`;
    await verifyBooksJob.run(deps, {});
    expect(await differences("link_totals_equal_clicks")).toBe(0);
  });
});
