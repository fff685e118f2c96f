import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { newClick } from "@fairclick/core/clicks/testing/new-click";
import { readConfig } from "@fairclick/services/config";
import { openQueue } from "@fairclick/services/queue/open-queue";
import { addCampaign, addUser } from "@fairclick/services/testing/marketplace";
import { readUntil } from "@fairclick/services/testing/read-until";
import type { Db, Sql } from "@fairclick/sql/db/client";
import { readDatabaseVitals } from "@fairclick/sql/operations/status";
import type { Subprocess } from "bun";
import { pino } from "pino";
import { afterAll, describe, expect, it } from "vitest";
import { startWorker } from "../start-worker";

type Stores = { db: Db; owner: Sql; databaseUrl: string; redisUrl: string | null };

const log = pino({ level: "silent" });
const main = join(import.meta.dirname, "..", "main.ts");

/** Tests a worker from start to stop on real stores. */
export function describeWorker(title: string, stores: Stores): void {
  const environment = {
    DATABASE_URL: stores.databaseUrl,
    REDIS_URL: stores.redisUrl ?? "",
    PORT: "0",
    CLICK_WINDOW_SECONDS: "1",
    LOG_LEVEL: "info",
  };
  const queue = openQueue(stores, { log, runsJobs: false });
  const children: Subprocess[] = [];
  afterAll(async () => {
    for (const child of children) child.kill("SIGKILL");
    await queue.close();
  });

  const spawnWorker = async () => {
    const child = Bun.spawn([process.execPath, main], {
      env: environment,
      stdout: "pipe",
      stderr: "inherit",
    });
    children.push(child);
    const printed = await readUntil(child.stdout, '"working"');
    if (!printed.includes('"working"')) throw new Error(`The worker did not start: ${printed}`);
    return child;
  };

  const sendClicks = async (count: number, at = Date.now()) => {
    const campaign = await addCampaign(stores.db);
    const creatorId = await addUser(stores.db);
    const clicks = Array.from({ length: count }, (_, index) =>
      newClick({
        at,
        campaignId: campaign.id,
        creatorId,
        ip: `81.${Math.floor(index / 250)}.${index % 250}.1`,
        device: randomUUID(),
      }),
    );
    for (let start = 0; start < count; start += 100) {
      await queue.sendClicks(clicks.slice(start, start + 100));
    }
    const countRows = async () => {
      const [row] = await stores.owner<{ rows: bigint }[]>`
        select count(*) as rows from all_clicks where campaign_id = ${campaign.id}`;
      return Number(row?.rows);
    };
    const countPaid = async () => {
      const [row] = await stores.owner<{ rows: bigint }[]>`
        select count(*) as rows from clicks
        where campaign_id = ${campaign.id} and verdict = 'valid'`;
      return Number(row?.rows);
    };
    return { countRows, countPaid };
  };

  describe(title, () => {
    it("records clicks and settles them by its own schedules, and tells how it is", async () => {
      const worker = startWorker(readConfig(environment), log);
      const ask = (path: string) => fetch(`http://127.0.0.1:${worker.port}${path}`);
      const { countRows, countPaid } = await sendClicks(20, Date.now() - 10_000);
      await expect.poll(countRows).toBe(20);
      await expect.poll(countPaid).toBe(20);
      expect((await ask("/healthz")).status).toBe(200);
      const isReady = async () => (await ask("/readyz")).json();
      await expect.poll(isReady).toMatchObject({ ready: true });
      const readMetrics = async () => (await ask("/metrics")).text();
      // The worker counts what it judged after the commit.
      await expect.poll(readMetrics).toContain('clicks_judged_total{paid="yes"} 20');
      await expect.poll(readMetrics).toMatch(/^fairclick_workers_alive 1$/m);
      const metrics = await readMetrics();
      expect(metrics).toMatch(/^fairclick_settlement_watermark_age_seconds \d/m);
      expect(metrics).toMatch(/^fairclick_queue_jobs\{queue="record-clicks",state="failed"\} 0$/m);
      await expect
        .poll(async () => (await readDatabaseVitals(stores.db.sql)).jobCompletedAt, {
          interval: 500,
        })
        .toEqual(expect.any(Date));
      expect(await readDatabaseVitals(stores.db.sql)).toMatchObject({ workersAlive: 1 });
      await worker.stop();
      expect(await readDatabaseVitals(stores.db.sql)).toMatchObject({
        workersAlive: 0,
        workerSeenAt: expect.any(Date),
      });
    });

    it("finishes what it has begun when it is told to end, and leaves the rest", async () => {
      const { countRows } = await sendClicks(5_000);
      const child = await spawnWorker();
      await expect.poll(countRows, { interval: 5 }).toBeGreaterThan(0);
      child.kill("SIGTERM");
      expect(await child.exited).toBe(0);
      const recorded = await countRows();
      expect(recorded % 100).toBe(0);
      await Bun.sleep(300);
      expect(await countRows()).toBe(recorded);

      const next = await spawnWorker();
      await expect.poll(countRows).toBe(5_000);
      next.kill("SIGTERM");
      expect(await next.exited).toBe(0);
    });
  });
}
