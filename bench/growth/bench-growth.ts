import { printTable } from "../report/print-table";
import { show, spreadOf } from "../report/statistics";
import { fillDatabase } from "../settle/fill-database";
import { newClicks } from "../settle/new-clicks";
import { timeWorker } from "../settle/time-worker";
import { type ApiWorld, openApiWorld } from "../world/api-world";
import { type BenchLink, makeMarket } from "../world/market";
import { fillHistory } from "./fill-history";
import { timeDashboards } from "./time-dashboards";

type Options = {
  rounds: number;
  clicks: number;
  /** Of the database with many links, and of the one with many clicks stored. */
  links: number;
  stored: number;
  /** Clicks stored in the others. */
  base: number;
};
type Filled = { name: string; world: ApiWorld; links: BenchLink[]; redisUrl: string };

const HOUR_MS = 3_600_000;
const FEW_LINKS = 1_000;

/**
 * What a click costs as the database grows: the same clicks in turns on three databases that differ
 * in nothing but what they hold. With twenty million stored clicks it needs about 15 GB of disk and
 * many minutes to fill them in.
 */
export async function benchGrowth(options: Options): Promise<void> {
  const { rounds, clicks, links, stored, base } = options;
  const sizes = [
    { links: FEW_LINKS, stored: base },
    { links, stored: base },
    { links: FEW_LINKS, stored },
  ];
  const filled: Filled[] = [];
  try {
    for (const size of sizes) filled.push(await fill(size));
    const micros = filled.map((): number[] => []);
    for (let round = 0; round <= rounds; round += 1) {
      const from = new Date(Date.now() - (2 + round) * HOUR_MS);
      for (const [index, { world, links, redisUrl }] of filled.entries()) {
        const stores = { ...world, redisUrl };
        const times = await timeWorker(stores, newClicks(links, clicks, from));
        const seconds = times.recordSeconds + times.settleSeconds;
        // The first round warms up.
        if (round > 0) micros[index]?.push((seconds * 1e6) / clicks);
      }
    }
    const [few = []] = micros;
    const cost = spreadOf(few).median;
    printTable(
      [`${count(clicks)} clicks recorded and settled`, "µs a click", "against the first"],
      filled.map(({ name }, index) => {
        const spread = spreadOf(micros[index] ?? []);
        return [name, show(spread, 0), (spread.median / cost).toFixed(2)];
      }),
    );
    const largest = filled.at(-1);
    if (largest) await timeDashboards({ ...largest, rounds: rounds * 4 });
  } finally {
    for (const { world } of filled) await world.close();
  }
}

async function fill({ links: known, stored }: { links: number; stored: number }): Promise<Filled> {
  const name = `${count(known)} links, ${count(stored)} clicks stored`;
  const world = await openApiWorld();
  const links = await makeMarket(world.db, world.owner, {
    campaigns: 50,
    creators: 20,
    budgetClicks: () => 10_000_000,
  });
  await fillDatabase(world, links, { links: known, stored: 0 });
  await fillHistory(world, links, stored);
  return { name, world, links, redisUrl: await world.startRedis("everysec") };
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}
