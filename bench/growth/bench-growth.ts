import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type BenchLink, makeMarket, readMarket } from "@fairclick/e2e/world/market";
import { makeClickPartitions } from "@fairclick/sql/clicks/retention";
import { describeMachine } from "../report/describe-machine";
import { printTable } from "../report/print-table";
import { computeSpread, show } from "../report/statistics";
import { fillDatabase } from "../settle/fill-database";
import { newClicks } from "../settle/new-clicks";
import { timeWorker } from "../settle/time-worker";
import { type ApiWorld, openApiWorld } from "../world/api-world";
import { familyCpuSeconds } from "../world/cpu-time";
import { fillHistory } from "./fill-history";
import { timeDashboards } from "./time-dashboards";

type Options = {
  rounds: number;
  clicks: number;
  /**
   * `links` is the size of the database with many links, `stored` that of the one with many clicks.
   */
  links: number;
  stored: number;
  /** Clicks stored in the other databases. */
  base: number;
  /** Directory that keeps the filled databases for the next run, or null to delete them. */
  folder: string | null;
};
type Filled = { name: string; world: ApiWorld; links: BenchLink[]; redisUrl: string };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FEW_LINKS = 1_000;
/** Marker file: a kept database is completely filled. */
const FILLED = "filled";

/**
 * Measures what a click costs as the database grows: the same clicks, alternating between three
 * databases that differ only in size. Filling twenty million stored clicks takes about an hour and
 * 30 GB of disk.
 */
export async function benchGrowth(options: Options): Promise<void> {
  const { rounds, clicks, links, stored, base, folder } = options;
  console.log(`${describeMachine()}\n`);
  const sizes = [
    { links: FEW_LINKS, stored: base },
    ...(links > FEW_LINKS ? [{ links, stored: base }] : []),
    { links: FEW_LINKS, stored },
  ];
  const filled: Filled[] = [];
  try {
    for (const size of sizes) filled.push(await fill(size, folder));
    for (const { world } of filled) await warmUp(world);
    const micros = filled.map(() => ({ used: [] as number[], passed: [] as number[] }));
    for (let round = 0; round <= rounds; round += 1) {
      const from = new Date(Date.now() - (2 + round) * HOUR_MS);
      for (const [index, { world, links, redisUrl }] of filled.entries()) {
        await vacuumPendingClicks(world);
        const stores = { ...world, redisUrl };
        const before = usedSeconds(world);
        const times = await timeWorker(stores, newClicks(links, clicks, from));
        const each = (seconds: number) => (seconds * 1e6) / clicks;
        // The first round is a warm-up.
        if (round === 0) continue;
        micros[index]?.used.push(each(usedSeconds(world) - before));
        micros[index]?.passed.push(each(times.recordSeconds + times.settleSeconds));
      }
    }
    const cost = computeSpread(micros[0]?.used ?? []).median;
    printTable(
      [
        `${count(clicks)} clicks recorded and settled`,
        "processor µs a click",
        "against the first",
        "µs until settled",
      ],
      filled.map(({ name }, index) => {
        const { used = [], passed = [] } = micros[index] ?? {};
        const spread = computeSpread(used);
        const share = (spread.median / cost).toFixed(2);
        return [name, show(spread, 0), share, show(computeSpread(passed), 0)];
      }),
    );
    const largest = filled.at(-1);
    if (largest) await vacuumPendingClicks(largest.world);
    if (largest) await timeDashboards({ ...largest, rounds: rounds * 4 });
  } finally {
    for (const { world } of filled) await world.close();
  }
}

/** Processor time of Postgres and of this process, which is the worker. */
function usedSeconds({ postgresPid }: ApiWorld): number {
  const { user, system } = process.cpuUsage();
  return familyCpuSeconds(postgresPid) + (user + system) / 1e6;
}

/** Loads the last two days into memory, as in a database that has been open for a while. */
async function warmUp({ owner }: ApiWorld): Promise<void> {
  const lately = owner`from clicks where clicked_at > now() - interval '2 days'`;
  await owner`select count(*) ${lately}`;
  const session = await owner.reserve();
  await session`set enable_seqscan = off`;
  await session`select count(distinct id) ${lately}`;
  for (const key of ["ip_key", "device_key", "user_agent"]) {
    await session`
      select count(distinct ${session(key)}) from click_visitors where clicked_at > now() - interval '2 days'`;
  }
  await session`reset enable_seqscan`;
  session.release();
}

/**
 * Postgres does this by itself once a minute, but a kept database may not be open for that long.
 */
async function vacuumPendingClicks({ owner }: ApiWorld): Promise<void> {
  await owner`vacuum pending_clicks`;
}

type Size = { links: number; stored: number };

async function fill(size: Size, folder: string | null): Promise<Filled> {
  const name = `${count(size.links)} links, ${count(size.stored)} clicks stored`;
  const kept = folder && resolve(folder, `${size.links}-${size.stored}`);
  if (kept) mkdirSync(kept, { recursive: true });
  const world = await openApiWorld(kept);
  const links = kept && existsSync(join(kept, FILLED)) ? await readMarket(world.owner) : [];
  if (links.length === 0) links.push(...(await fillMarket(world, size)));
  if (kept) writeFileSync(join(kept, FILLED), "");
  await makeClickPartitions(world.db.sql, { from: new Date(Date.now() - DAY_MS), to: new Date() });
  return { name, world, links, redisUrl: await world.startRedis("everysec") };
}

async function fillMarket(world: ApiWorld, { links: known, stored }: Size): Promise<BenchLink[]> {
  const links = await makeMarket(world.db, world.owner, {
    campaigns: 50,
    creators: 20,
    budgetClicks: () => 10_000_000,
  });
  await fillDatabase(world, links, { links: known, stored: 0 });
  await fillHistory(world, links, stored);
  return links;
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}
