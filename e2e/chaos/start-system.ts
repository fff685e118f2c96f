import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { findFreePort } from "@fairclick/dev/processes/free-port";
import { storeCountries } from "@fairclick/services/ip/testing/store-countries";
import { connectAsOwner } from "@fairclick/sql/db/client";
import { prepareDatabase, startDatabase } from "../world/database";
import { startProgram, waitUntilAnswering } from "../world/program";
import { startRedisServer } from "../world/redis-server";
import { type Part, startVictims, type Victims } from "./victims";
import { countries } from "./visitors";

export type System = {
  victims: Victims;
  config: { databaseUrl: string; redisUrl: string | null };
  ownerUrl: string;
  apiPorts: number[];
  /** Resolves when every api process answers that it is ready. */
  untilReady: () => Promise<unknown>;
  /**
   * Stops the api processes gracefully, so that they write what they hold in memory, and starts
   * them again.
   */
  flushApis: () => Promise<void>;
};

const WINDOW_SECONDS = 2;
const apis = ["api 1", "api 2"];

/** Starts two api processes and two workers on one database, and a Redis if the queue is there. */
export async function startSystem(
  dataDir: string,
  store: "redis" | "postgres",
  smtpPort: number,
): Promise<System> {
  mkdirSync(join(dataDir, "spool"), { mode: 0o700 });
  const first = await startDatabase(dataDir);
  await prepareDatabase(first);
  await storeVisitorCountries(first.urlFor("fairclick_owner"));
  await first.stop();
  const redisPort = await findFreePort();
  const apiPorts = [await findFreePort(), await findFreePort()];
  const config = {
    databaseUrl: first.urlFor("fairclick"),
    redisUrl: store === "redis" ? `redis://127.0.0.1:${redisPort}` : null,
  };
  const env = {
    DATABASE_URL: config.databaseUrl,
    REDIS_URL: config.redisUrl ?? "",
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: "127.0.0.0/8",
    CLICK_WINDOW_SECONDS: String(WINDOW_SECONDS),
    // Withdrawals must not wait for days.
    DEPOSIT_HOLD_HOURS: "0",
    WITHDRAWAL_REVIEW_DOLLARS: "0",
    WITHDRAWAL_REVIEW_FIRST: "off",
    UNPROVED_PAYOUT_DOLLARS: "0",
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    MAIL_FROM: "Fairclick <mail@chaos.example>",
    OPERATOR_EMAILS: "operators@chaos.example",
    // Public lists could contain the made-up IP addresses and must not affect verdicts.
    IP_DATA_URL: "off",
  };
  const program = (name: string, script: string, more: Record<string, string>): Part => ({
    name,
    start: async () =>
      startProgram({ name, script: [script], folder: dataDir, env: { ...env, ...more } }),
  });
  const redis: Part = {
    name: "redis",
    start: () => startRedisServer({ folder: dataDir, port: redisPort, fsync: "always" }),
  };
  const victims = await startVictims([
    { name: "postgres", start: () => startDatabase(dataDir, { port: first.port }) },
    ...(store === "redis" ? [redis] : []),
    ...apis.map((name, n) => program(name, "api/main.ts", { PORT: `${apiPorts[n]}` })),
    ...[1, 2].map((n) => program(`worker ${n}`, "worker/main.ts", {})),
  ]);
  const untilReady = () =>
    Promise.all(apiPorts.map((port) => waitUntilAnswering(`http://127.0.0.1:${port}/readyz`)));
  await untilReady();
  return {
    victims,
    config,
    ownerUrl: first.urlFor("fairclick_owner"),
    apiPorts,
    untilReady,
    flushApis: async () => {
      await victims.restart(apis);
      await untilReady();
    },
  };
}

async function storeVisitorCountries(ownerUrl: string): Promise<void> {
  const db = connectAsOwner(ownerUrl);
  await storeCountries(db.sql, countries);
  await db.end();
}
