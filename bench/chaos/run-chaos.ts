import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "@fairclick/dev/processes/free-port";
import { openQueue } from "@fairclick/services/queue/open-queue";
import { connect, connectAsOwner } from "@fairclick/sql/client";
import { pino } from "pino";
import { prepareDatabase, startDatabase } from "../world/database";
import { makeMarket } from "../world/market";
import { startProgram, untilAnswering } from "../world/program";
import { startRedisServer } from "../world/redis-server";
import { seededRandom } from "../world/seeded-random";
import { findViolations, type Violation } from "./find-violations";
import { untilSettled } from "./until-settled";
import { type Part, startVictims } from "./victims";
import { visitAll } from "./visit-all";

export type Chaos = { seed: number; seconds: number; queue: "redis" | "postgres" };

export type ChaosReport = {
  answered: number;
  refused: number;
  kills: Record<string, number>;
  settledAfterSeconds: number;
  verdicts: Record<string, number>;
  violations: Violation[];
  /** Kept when something was violated: data and logs. */
  folder: string;
};

const VISITORS = 16;
const WINDOW_SECONDS = 2;
const SETTLE_TIMEOUT_MS = 120_000;
const log = pino({ level: "silent" });

/** Two api processes and two workers on one database and one Redis, under load, killed at random. */
export async function runChaos({ seed, seconds, queue: store }: Chaos): Promise<ChaosReport> {
  const random = seededRandom(seed);
  const dataDir = mkdtempSync(join(tmpdir(), "fairclick-chaos-"));
  mkdirSync(join(dataDir, "spool"), { mode: 0o700 });
  const first = await startDatabase(dataDir);
  await prepareDatabase(first);
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
  };
  const program = (name: string, script: string, more: Record<string, string>): Part => ({
    name,
    start: async () =>
      startProgram({ name, script: [script], folder: dataDir, env: { ...env, ...more } }),
  });
  const parts: Part[] = [
    { name: "postgres", start: () => startDatabase(dataDir, { port: first.port }) },
    ...(store === "redis"
      ? [
          {
            name: "redis",
            start: () => startRedisServer({ folder: dataDir, port: redisPort, fsync: "always" }),
          },
        ]
      : []),
    ...apiPorts.map((port, n) => program(`api ${n + 1}`, "api/main.ts", { PORT: `${port}` })),
    ...[1, 2].map((n) => program(`worker ${n}`, "worker/main.ts", {})),
  ];
  const victims = await startVictims(parts);
  let clean = false;
  const db = connect(config.databaseUrl);
  const owner = connectAsOwner(first.urlFor("fairclick_owner"));
  const queue = openQueue(config, { log, runsJobs: false });
  try {
    const links = await makeMarket(db, owner.sql, {
      campaigns: 12,
      creators: 5,
      budgetClicks: (n) => (n % 2 === 0 ? 150 : 100_000),
    });
    await Promise.all(apiPorts.map((port) => untilAnswering(`http://127.0.0.1:${port}/readyz`)));
    const untilMs = performance.now() + seconds * 1_000;
    const [answers] = await Promise.all([
      visitAll({ links, ports: apiPorts, random, visitors: VISITORS, untilMs }),
      victims.killUntil(untilMs, random),
    ]);
    const endedAt = performance.now();
    const left = await untilSettled({ db, queue, dataDir, timeoutMs: SETTLE_TIMEOUT_MS });
    const settledAfterSeconds = (performance.now() - endedAt) / 1_000;
    const violations = await findViolations(db, answers.answered);
    if (left.length > 0) violations.push({ claim: "every click is judged", rows: [{ left }] });
    const fallen = victims.fallen().map((name) => ({ name }));
    if (fallen.length > 0) violations.push({ claim: "no part ends by itself", rows: fallen });
    const verdicts = await db.sql<{ verdict: string; clicks: number }[]>`
      select verdict, count(*)::int as clicks from all_clicks group by 1 order by 1`;
    clean = violations.length === 0;
    return {
      folder: dataDir,
      answered: answers.answered.length,
      refused: answers.refused,
      kills: victims.kills(),
      settledAfterSeconds,
      verdicts: Object.fromEntries(verdicts.map(({ verdict, clicks }) => [verdict, clicks])),
      violations,
    };
  } finally {
    await queue.close();
    await Promise.all([db.end(), owner.end()]);
    await victims.stopAll();
    if (clean) rmSync(dataDir, { recursive: true, force: true });
  }
}
