import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { recordClicks as contract } from "@fairclick/core/jobs";
import { recordOrPark } from "@fairclick/services/clicks/record-clicks";
import { type Config, readConfig } from "@fairclick/services/config";
import type { JobWorker } from "@fairclick/services/queue/jobs";
import { openQueue } from "@fairclick/services/queue/open-queue";
import { addCampaign, addUser } from "@fairclick/services/testing/marketplace";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import type { Db, Sql } from "@fairclick/sql/db/client";
import { pino } from "pino";
import { type RunningApi, startApi } from "../../start-api";

export type Stores = { db: Db; owner: Sql; databaseUrl: string; redisUrl: string | null };
export type RedirectWorld = ReturnType<typeof createRedirectWorld>;
export type TestLink = { campaignId: string; creatorId: string; code: string; path: string };

const log = pino({ level: "silent" });

const person = {
  "user-agent":
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Mobile Safari/537.36",
  "sec-fetch-dest": "document",
  "sec-fetch-mode": "navigate",
};

/** Starts api processes and a click recorder on real stores, and simulates visitors. */
export function createRedirectWorld(stores: Stores) {
  const dataDir = mkdtempSync(join(tmpdir(), "fairclick-redirect-"));
  const stops: (() => Promise<void>)[] = [];

  const environment = (change: Record<string, string> = {}): Record<string, string> => ({
    PORT: "0",
    DATABASE_URL: stores.databaseUrl,
    REDIS_URL: stores.redisUrl ?? "",
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: "127.0.0.0/8",
    ...change,
  });

  return {
    stores,
    environment,
    spoolFolder: join(dataDir, "spool"),
    startApi: (change: Record<string, string> = {}): RunningApi => {
      const config: Config = readConfig(environment(change));
      const api = startApi(config, log);
      stops.push(api.stop);
      return api;
    },
    startRecorder: (): JobWorker => {
      const queue = openQueue(stores, { log, runsJobs: true, lockMs: 2_000 });
      const ctx = systemCtx(stores.db);
      const worker = queue.work({
        contract,
        concurrency: 2,
        run: async (payload) => {
          await recordOrPark(ctx, contract.schema.parse(payload).clicks);
        },
      });
      stops.push(async () => {
        await worker.stop(2_000);
        await queue.close();
      });
      return worker;
    },
    addLink: async (campaignId?: string): Promise<TestLink> => {
      const id = campaignId ?? (await addCampaign(stores.db)).id;
      const creatorId = await addUser(stores.db);
      const code = randomUUID().slice(0, 8);
      await stores.owner`
        insert into links (campaign_id, creator_id, code) values (${id}, ${creatorId}, ${code})`;
      const path = `/api/clicks/redirect/${id}?userId=${creatorId}`;
      return { campaignId: id, creatorId, code, path };
    },
    /** Sends a person's request, from a new address by default. */
    visit: (port: number, path: string, init: RequestInit = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        redirect: "manual",
        ...init,
        headers: { ...person, "x-forwarded-for": someAddress(), ...init.headers },
      }),
    rowsOf: async ({ campaignId, creatorId }: TestLink) => {
      return await stores.owner<{ id: string; signals: { signal: string }[]; ip: string }[]>`
        select id, signals, host(ip) as ip from pending_clicks
        where campaign_id = ${campaignId} and creator_id = ${creatorId}`;
    },
    spoolFiles: () => {
      try {
        return readdirSync(join(dataDir, "spool"));
      } catch {
        return [];
      }
    },
    close: async () => {
      for (const stop of stops.splice(0).reverse()) await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function someAddress(): string {
  return `81.${[...crypto.getRandomValues(new Uint8Array(3))].join(".")}`;
}

export function readClickId(response: Response): string {
  return new URL(response.headers.get("location") ?? "").searchParams.get("fc_click") ?? "";
}

/** Waits until the process listens for changes: it marks its cached links as stale at that moment. */
export function untilListening(): Promise<void> {
  return Bun.sleep(500);
}
