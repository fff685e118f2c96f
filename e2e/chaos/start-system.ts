import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { findFreePort } from "@fairclick/dev/processes/free-port";
import { storeCountries } from "@fairclick/services/ip/testing/store-countries";
import {
  type ClusterNode,
  clusterSettings,
  clusterUrl,
  formCluster,
} from "@fairclick/services/queue/testing/form-cluster";
import {
  type BreakableProxy,
  startBreakableProxy,
} from "@fairclick/services/testing/breakable-proxy";
import type { ClickHouseConfig } from "@fairclick/sql/db/clickhouse";
import { connectAsOwner } from "@fairclick/sql/db/client";
import { prepareDatabase, startDatabase } from "../world/database";
import { type Program, startProgram, waitUntilAnswering } from "../world/program";
import { startRedisServer } from "../world/redis-server";
import { type Part, startVictims, type Victims } from "./victims";
import { countries } from "./visitors";

export type System = {
  victims: Victims;
  config: { databaseUrl: string; redisUrl: string | null };
  ownerUrl: string;
  apiPorts: number[];
  /** Nodes of a Redis Cluster, which also hang for a while. */
  redisNodes: string[];
  /** Null without one. */
  clickHouse: ClickHouseConfig | null;
  /** Between the workers and their stores; the last is the queue's, but for a Redis Cluster. */
  proxies: BreakableProxy[];
  /** Resolves when every api process answers that it is ready. */
  untilReady: () => Promise<unknown>;
  /** Resolves when every worker does. */
  untilWorkersReady: () => Promise<unknown>;
  /** Removes the worker with the fast clock, and returns what it said about itself. */
  removeEarlyWorker: () => Promise<string>;
  /**
   * Stops the api processes gracefully, so that they write what they hold in memory, and starts
   * them again.
   */
  flushApis: () => Promise<void>;
};

export type Stores = {
  queue: "redis" | "postgres" | "cluster";
  /** With ClickHouse: where its engine is installed, and how far the clock of an api that starts is ahead. */
  moving: { chdb: string; apiAheadMs: () => number } | null;
};

const WINDOW_SECONDS = 2;
const CLOCK_AHEAD_MS = 600_000;
const READY_TIMEOUT_MS = 90_000;
const apis = ["api 1", "api 2"];
export const workers = ["worker 1", "worker 2"];
const EARLY_WORKER = "worker ahead";
export const CLICKHOUSE = "clickhouse";

/**
 * Starts two api processes, two workers and one with a fast clock on one database, and a Redis if
 * the queue is there. With ClickHouse no clock of a worker is wrong, and those of the apis may be.
 */
export async function startSystem(
  dataDir: string,
  { queue: store, moving }: Stores,
  smtpPort: number,
): Promise<System> {
  mkdirSync(join(dataDir, "spool"), { mode: 0o700 });
  const first = await startDatabase(dataDir);
  await prepareDatabase(first);
  await storeVisitorCountries(first.urlFor("fairclick_owner"));
  await first.stop();
  const redis = await prepareRedis(dataDir, store);
  const apiPorts = [await findFreePort(), await findFreePort()];
  const workerPorts = [await findFreePort(), await findFreePort(), await findFreePort()];
  const clickHousePort = moving && (await findFreePort());
  const config = {
    databaseUrl: first.urlFor("fairclick"),
    redisUrl: redis.url,
  };
  const env = {
    DATABASE_URL: config.databaseUrl,
    REDIS_URL: config.redisUrl ?? "",
    CLICKHOUSE_URL: moving ? `http://default@127.0.0.1:${clickHousePort}/default` : "",
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: "127.0.0.0/8",
    CLICK_WINDOW_SECONDS: String(WINDOW_SECONDS),
    // Withdrawals must not wait for days.
    DEPOSIT_HOLD_HOURS: "0",
    WITHDRAWAL_REVIEW: "off",
    UNPROVED_PAYOUT_DOLLARS: "0",
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    MAIL_FROM: "Fairclick <mail@chaos.example>",
    OPERATOR_EMAILS: "operators@chaos.example",
    // Public lists could contain the made-up IP addresses and must not affect verdicts.
    IP_DATA_URL: "off",
  };
  const database = await startBreakableProxy(config.databaseUrl);
  const queue = store === "redis" ? await startBreakableProxy(config.redisUrl ?? "") : null;
  const program = (name: string, more: Pick<Program, "script" | "env" | "flags">): Part => ({
    name,
    start: async () =>
      startProgram({ name, folder: dataDir, ...more, env: { ...env, ...more.env } }),
  });
  const worker = (name: string, n: number, flags: string[] = []) =>
    program(name, {
      script: ["worker/main.ts"],
      flags,
      env: {
        DATABASE_URL: database.url,
        REDIS_URL: queue?.url ?? config.redisUrl ?? "",
        PORT: `${workerPorts[n]}`,
        CLOCK_AHEAD_MS: `${CLOCK_AHEAD_MS}`,
      },
    });
  const shifted = ["--preload", join(import.meta.dirname, "shift-clock.ts")];
  const api = (name: string, n: number): Part => ({
    name,
    start: () => {
      const env = { PORT: `${apiPorts[n]}`, CLOCK_AHEAD_MS: `${moving?.apiAheadMs() ?? 0}` };
      const flags = moving ? shifted : [];
      return program(name, { script: ["api/main.ts"], flags, env }).start();
    },
  });
  const clickHouse = (chdb: string) =>
    program(CLICKHOUSE, {
      script: ["stand-ins/clickhouse/main.ts"],
      env: {
        ...{ CHDB_FOLDER: chdb, DATA_DIR: join(dataDir, CLICKHOUSE), PORT: `${clickHousePort}` },
      },
    });
  const victims = await startVictims([
    { name: "postgres", start: () => startDatabase(dataDir, { port: first.port }) },
    ...redis.parts,
    ...apis.map(api),
    ...workers.map((name, n) => worker(name, n)),
    moving ? clickHouse(moving.chdb) : worker(EARLY_WORKER, workers.length, shifted),
  ]);
  const readyUrl = (port: number | undefined) => `http://127.0.0.1:${port}/readyz`;
  const untilReady = () =>
    Promise.all(apiPorts.map((port) => waitUntilAnswering(readyUrl(port), READY_TIMEOUT_MS)));
  await untilReady();
  return {
    victims,
    config,
    clickHouse: moving && {
      ...{ url: `http://127.0.0.1:${clickHousePort}`, username: "default", password: "" },
      ...{ database: "default", cluster: null },
    },
    redisNodes: store === "cluster" ? redis.parts.map(({ name }) => name) : [],
    proxies: queue ? [database, queue] : [database],
    untilWorkersReady: () =>
      Promise.all(
        workers.map((_, n) => waitUntilAnswering(readyUrl(workerPorts[n]), READY_TIMEOUT_MS)),
      ),
    removeEarlyWorker: async () => {
      const url = readyUrl(workerPorts[workers.length]);
      const deadline = Date.now() + READY_TIMEOUT_MS;
      let said = "";
      while (!said.includes("its clock is") && Date.now() < deadline) {
        said = await fetch(url).then((answer) => answer.text(), String);
        await Bun.sleep(250);
      }
      await victims.remove(EARLY_WORKER);
      return said;
    },
    ownerUrl: first.urlFor("fairclick_owner"),
    apiPorts,
    untilReady,
    flushApis: async () => {
      await victims.restart(apis);
      await untilReady();
    },
  };
}

const MASTERS = 3;

/** Returns how to start the Redis servers: none, one, or three masters and three replicas. */
async function prepareRedis(
  folder: string,
  store: Stores["queue"],
): Promise<{ url: string | null; parts: Part[] }> {
  if (store === "postgres") return { url: null, parts: [] };
  const start = (port: number, settings = {}) =>
    startRedisServer({ folder, port, fsync: "always", settings });
  if (store === "redis") {
    const port = await findFreePort();
    return {
      url: `redis://127.0.0.1:${port}`,
      parts: [{ name: "redis", start: () => start(port) }],
    };
  }
  const nodes: ClusterNode[] = [];
  while (nodes.length < 2 * MASTERS) {
    nodes.push({ port: await findFreePort(), busPort: await findFreePort() });
  }
  const startNode = (node: ClusterNode) => start(node.port, clusterSettings(node));
  const first = await Promise.all(nodes.map(startNode));
  await formCluster(nodes.slice(0, MASTERS), nodes.slice(MASTERS));
  await Promise.all(first.map((node) => node.kill()));
  return {
    url: clusterUrl(nodes),
    parts: nodes.map((node, n) => ({ name: `redis ${n + 1}`, start: () => startNode(node) })),
  };
}

async function storeVisitorCountries(ownerUrl: string): Promise<void> {
  const db = connectAsOwner(ownerUrl);
  await storeCountries(db.sql, countries);
  await db.end();
}
