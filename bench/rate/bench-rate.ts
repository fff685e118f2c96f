import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "@fairclick/dev/processes/free-port";
import { prepareDatabase, startDatabase } from "@fairclick/e2e/world/database";
import { makeMarket } from "@fairclick/e2e/world/market";
import { startProgram, waitUntilAnswering } from "@fairclick/e2e/world/program";
import { startRedisServer } from "@fairclick/e2e/world/redis-server";
import type { Running } from "@fairclick/e2e/world/running";
import { openQueue } from "@fairclick/services/queue/open-queue";
import { connect, connectAsOwner } from "@fairclick/sql/db/client";
import { pino } from "pino";
import { startLoad } from "../load/start-load";
import { printTable } from "../report/print-table";
import { familyCpuSeconds } from "../world/cpu-time";

type Options = { queue: "redis" | "postgres"; rates: number[]; seconds: number };

const CONNECTIONS = 64;
/** Enough for the JIT to compile the hot code of both processes. */
const WARM_UP = { rate: 2_000, seconds: 12 };
const REST_MS = 10_000;
/** Until the clicks of the rate before are judged. */
const SETTLE_SECONDS = 5;
const LOOK_EVERY_MS = 250;

/**
 * Sends clicks one by one, at fixed times, through a real api and worker, which record and judge
 * them meanwhile. Prints the processor time per click of each process beyond what it uses without
 * clicks, and how old a click in the queue became.
 */
export async function benchRate({ queue, rates, seconds }: Options): Promise<void> {
  const world = await openRateWorld(queue);
  try {
    const rows: string[][] = [];
    await world.load(WARM_UP);
    await Bun.sleep(REST_MS);
    const idle = await world.measure(() => Bun.sleep(seconds * 1_000));
    for (const rate of rates) {
      await world.load({ rate, seconds: SETTLE_SECONDS });
      const busy = await world.measure(() => world.load({ rate, seconds }));
      const clicks = seconds * rate;
      const perClick = busy.cpu.map((used, place) => (used - (idle.cpu[place] ?? 0)) / clicks);
      const sum = perClick.reduce((total, one) => total + one, 0);
      rows.push([
        `${rate}`,
        ...[sum, ...perClick].map((one) => (one * 1_000).toFixed(2)),
        busy.oldestMs.toFixed(0),
        busy.answer ? `${busy.answer.p50Ms.toFixed(1)}, ${busy.answer.p99Ms.toFixed(1)}` : "",
      ]);
    }
    const names = ["all", ...world.names];
    const head = [`${queue}: clicks/s`, ...names.map((name) => `${name}, ms a click`)];
    printTable([...head, "longest in the queue, ms", "answer p50, p99 ms"], rows);
    const perSecond = idle.cpu.map((used) => ((used / seconds) * 1_000).toFixed(0));
    console.log(`Without clicks, ms a second: ${world.names.join(", ")} ${perSecond.join(", ")}\n`);
  } finally {
    await world.close();
  }
}

async function openRateWorld(store: Options["queue"]) {
  const folder = mkdtempSync(join(tmpdir(), "fairclick-bench-"));
  const database = await startDatabase(folder);
  await prepareDatabase(database);
  const redisPort = await findFreePort();
  const redis =
    store === "redis"
      ? await startRedisServer({ folder, port: redisPort, fsync: "everysec" })
      : null;
  const stores = {
    databaseUrl: database.urlFor("fairclick"),
    redisUrl: redis ? `redis://127.0.0.1:${redisPort}` : null,
  };
  const [port, workerPort] = [await findFreePort(), await findFreePort()];
  const env = {
    DATABASE_URL: stores.databaseUrl,
    REDIS_URL: stores.redisUrl ?? "",
    DATA_DIR: join(folder, "data"),
    TRUSTED_PROXIES: "127.0.0.0/8",
    LOG_LEVEL: "warn",
    // Clicks are judged while others arrive.
    CLICK_WINDOW_SECONDS: "1",
  };
  const start = (name: string, PORT: number) =>
    startProgram({ name, script: [`${name}/main.ts`], folder, env: { ...env, PORT: `${PORT}` } });
  const api = start("api", port);
  const worker = start("worker", workerPort);
  const processes: [string, Running][] = [
    ["api", api],
    ["worker", worker],
    ["Postgres", database],
    ...(redis ? [["Redis", redis] satisfies [string, Running]] : []),
  ];
  const db = connect(stores.databaseUrl);
  const owner = connectAsOwner(database.urlFor("fairclick_owner"));
  const queue = openQueue(stores, { log: pino({ level: "warn" }), runsJobs: false });
  const links = await makeMarket(db, owner.sql, {
    ...{ campaigns: 50, creators: 20, budgetClicks: () => 1_000_000 },
  });
  await waitUntilAnswering(`http://127.0.0.1:${port}/readyz`);
  await waitUntilAnswering(`http://127.0.0.1:${workerPort}/readyz`);
  const paths = links.map(({ path }) => path);
  const readCpu = () => processes.map(([, { pid }]) => familyCpuSeconds(pid));
  return {
    names: processes.map(([name]) => name),
    load: async ({ rate, seconds }: { rate: number; seconds: number }) => {
      const load = { port, connections: CONNECTIONS, seconds, rate };
      const result = await startLoad({ paths, load });
      if (result.others > 0) throw new Error(`${result.others} answers were no redirects`);
      return result;
    },
    /** Processor seconds of each process, and the age of the oldest click that was seen in the queue. */
    measure: async <Result>(work: () => Promise<Result>) => {
      let oldestMs = 0;
      const looking = setInterval(async () => {
        const at = await queue.oldestUnrecordedAt();
        if (at !== null) oldestMs = Math.max(oldestMs, Date.now() - at);
      }, LOOK_EVERY_MS);
      const before = readCpu();
      const answer = await work();
      const cpu = readCpu().map((after, place) => after - (before[place] ?? 0));
      clearInterval(looking);
      return { answer, cpu, oldestMs };
    },
    close: async () => {
      await queue.close();
      await Promise.all([db.end(), owner.end()]);
      for (const [, running] of processes) await running.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
