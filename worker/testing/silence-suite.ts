import { randomUUID } from "node:crypto";
import type { Click } from "@fairclick/core/clicks/click";
import { newClick } from "@fairclick/core/clicks/testing/new-click";
import { jobs, settleClicks } from "@fairclick/core/jobs";
import { readConfig } from "@fairclick/services/config";
import { verifyBooks } from "@fairclick/services/money/ledger";
import { openQueue } from "@fairclick/services/queue/open-queue";
import type { BreakableProxy } from "@fairclick/services/testing/breakable-proxy";
import { addCampaign, addUser } from "@fairclick/services/testing/marketplace";
import type { Db, Sql } from "@fairclick/sql/db/client";
import { readDatabaseVitals } from "@fairclick/sql/operations/status";
import { pino } from "pino";
import { expect, it } from "vitest";
import { startWorker } from "../start-worker";

type Stores = {
  /** Connected directly, not through the proxy. */
  db: Db;
  owner: Sql;
  databaseUrl: string;
  redisUrl: string | null;
  /** The proxy between api, worker and one of the stores. */
  proxy: BreakableProxy;
};

const BATCHES = 40;
const CLICKS_A_BATCH = 25;
const PAUSE_MS = 100;
const RECOVERY_MS = 30_000;

const log = pino({ level: "silent" });

/**
 * Sends batches of clicks and silences every connection in the middle. A rejected batch is sent again,
 * as an api's spool does.
 */
export function itSurvivesSilence(title: string, stores: Stores): void {
  it(title, { timeout: 120_000 }, async () => {
    const { db, owner, databaseUrl, redisUrl, proxy } = stores;
    const config = readConfig({
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl ?? "",
      PORT: "0",
      CLICK_WINDOW_SECONDS: "1",
      // The clicks' addresses belong to real companies, some of them hosters.
      IP_DATA_URL: "off",
    });
    const worker = startWorker(config, log);
    const queue = openQueue(config, { log, runsJobs: false });
    const campaign = await addCampaign(db, { payoutMicros: 1_000n });
    const creatorId = await addUser(db);
    const sent: Promise<void>[] = [];
    let silencedAt = 0;
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const clicks = makeClicks(batch, { campaignId: campaign.id, creatorId });
      sent.push(sendUntilTaken(() => queue.sendClicks(clicks)));
      await Bun.sleep(PAUSE_MS);
      if (batch === BATCHES / 2) {
        proxy.silence();
        silencedAt = performance.now();
      }
    }
    const countPaid = async () => {
      const [row] = await owner<{ paid: number }[]>`
        select count(*)::int as paid from clicks
        where campaign_id = ${campaign.id} and verdict = 'valid'`;
      return row?.paid;
    };
    await expect
      .poll(countPaid, { timeout: RECOVERY_MS - (performance.now() - silencedAt), interval: 250 })
      .toBe(BATCHES * CLICKS_A_BATCH);
    await Promise.all(sent);
    const [earned] = await owner<{ micros: bigint }[]>`
      select balance_micros as micros from ledger_accounts
      where kind = 'earnings' and owner_id = ${creatorId}`;
    expect(earned?.micros).toBe(BigInt(BATCHES * CLICKS_A_BATCH) * 1_000n);
    expect(await verifyBooks({ db })).toMatchObject({ clean: true });
    await queue.close();
    await worker.stop();
  });
}

const HOLD_MS = 2_500;
const SLOW_MS = 8_000;

/** Holds each new connection for longer than a client waits while a worker starts. */
export function itSurvivesASlowStart(title: string, stores: Omit<Stores, "owner">): void {
  it(title, { timeout: 120_000 }, async () => {
    const { db, databaseUrl, redisUrl, proxy } = stores;
    const environment = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl ?? "", PORT: "0" };
    const config = readConfig(environment);
    proxy.slowDown(HOLD_MS);
    const worker = startWorker(config, log);
    const isReady = async () => (await fetch(`http://127.0.0.1:${worker.port}/readyz`)).ok;
    const slowUntil = performance.now() + SLOW_MS;
    while (performance.now() < slowUntil) {
      expect(await isReady()).toBe(false);
      // Otherwise no api would send the alerts in its place.
      expect(await readDatabaseVitals(db.sql)).toMatchObject({ workersAlive: 0 });
      await Bun.sleep(500);
    }
    await proxy.mend();
    await expect.poll(isReady, { timeout: RECOVERY_MS, interval: 250 }).toBe(true);
    const queue = openQueue(config, { log, runsJobs: false });
    // Whatever becomes of such a job, a consumer that works takes it.
    for (const { name } of jobs) await queue.send({ ...settleClicks, name }, {});
    const listIdle = async () =>
      (await queue.listFigures()).flatMap(({ name, waiting }) => (waiting > 0 ? [name] : []));
    await expect.poll(listIdle, { interval: 250 }).toEqual([]);
    await queue.close();
    await worker.stop();
  });
}

async function sendUntilTaken(send: () => Promise<void>): Promise<void> {
  while (
    !(await send().then(
      () => true,
      () => false,
    ))
  )
    await Bun.sleep(PAUSE_MS);
}

function makeClicks(batch: number, of: { campaignId: string; creatorId: string }): Click[] {
  return Array.from({ length: CLICKS_A_BATCH }, (_, index) =>
    newClick({
      ...of,
      at: Date.now() - 10_000,
      ip: `81.${batch}.${index}.1`,
      device: randomUUID(),
    }),
  );
}
