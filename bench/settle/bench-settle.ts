import { makeMarket } from "@fairclick/e2e/world/market";
import { printTable } from "../report/print-table";
import { computeSpread, show } from "../report/statistics";
import { openApiWorld } from "../world/api-world";
import { fillDatabase } from "./fill-database";
import { newClicks } from "./new-clicks";
import { timePostgres } from "./time-postgres";
import { timeWorker } from "./time-worker";

type Options = {
  rounds: number;
  clicks: number;
  /** What the database already holds. */
  links: number;
  stored: number;
};

const HOUR_MS = 3_600_000;

/**
 * Compares the clicks per second of one worker with what Postgres alone needs for the same rows, in
 * alternating rounds.
 */
export async function benchSettle(options: Options): Promise<void> {
  const { rounds, clicks: count, ...filling } = options;
  const world = await openApiWorld();
  try {
    const links = await makeMarket(world.db, world.owner, {
      campaigns: 50,
      creators: 20,
      budgetClicks: () => 10_000_000,
    });
    await fillDatabase(world, links, filling);
    const stores = { ...world, redisUrl: await world.startRedis("everysec") };
    const from = (round: number) => new Date(Date.now() - (2 + round) * HOUR_MS);
    const measured: Record<"worker" | "limit" | "recorded" | "settled", number>[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const limitSeconds = await timePostgres(
        world.db,
        world.owner,
        newClicks(links, count, from(round)),
      );
      const times = await timeWorker(stores, newClicks(links, count, from(round)));
      // The first round is a warm-up.
      if (round === 0) continue;
      measured.push({
        limit: count / limitSeconds,
        worker: count / (times.recordSeconds + times.settleSeconds),
        recorded: count / times.recordSeconds,
        settled: count / times.settleSeconds,
      });
    }
    const rate = (figure: keyof (typeof measured)[number]) =>
      show(computeSpread(measured.map((round) => round[figure])), 0);
    const share = show(computeSpread(measured.map(({ worker, limit }) => worker / limit)));
    printTable(
      [title(count, filling), "clicks/s", "share"],
      [
        ["Postgres alone: COPY, one update and one transaction a batch", rate("limit"), "1.00"],
        ["one worker: from the queue to judged and paid", rate("worker"), share],
        ["· of it recording", rate("recorded"), ""],
        ["· of it settling", rate("settled"), ""],
      ],
    );
  } finally {
    await world.close();
  }
}

function title(clicks: number, { links, stored }: Pick<Options, "links" | "stored">): string {
  const [some, known, old] = [clicks, links, stored].map((count) => count.toLocaleString("en-US"));
  return `${some} clicks; ${known} links, ${old} clicks stored`;
}
