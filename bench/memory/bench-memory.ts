import { type BenchLink, makeMarket } from "@fairclick/e2e/world/market";
import { startLoad } from "../load/start-load";
import { measureRound, type Round } from "../redirect/measure-rounds";
import { printTable } from "../report/print-table";
import { computeSpread, show } from "../report/statistics";
import { fillDatabase } from "../settle/fill-database";
import { openApiWorld, otherCpu, type Server } from "../world/api-world";
import { residentMegabytes } from "../world/cpu-time";
import { listPaths } from "./list-paths";

type Options = { links: number; rounds: number; seconds: number };

const BATCH_SIZE = 50_000;
const WARM_UP_SECONDS = 12;
/** Time for the allocator to return freed memory to the system after a collection. */
const COLLECT_MS = 5_000;

/**
 * Measures the memory of an api process that holds every one of `links` links in its cache, and the
 * cost of a redirect compared with a process that holds a thousand, in alternating rounds.
 */
export async function benchMemory({ links, rounds, seconds }: Options): Promise<void> {
  const world = await openApiWorld();
  try {
    const market = await makeMarket(world.db, world.owner, {
      campaigns: 50,
      creators: 20,
      budgetClicks: () => 10_000_000,
    });
    await fillDatabase(world, market, { links, stored: 0 });
    const few = { server: await world.startApi("everysec"), paths: market.map(toPath) };
    const many = { server: await world.startApi("everysec"), paths: await listPaths(world.db) };
    const idle = residentMegabytes(many.server.pid);
    await followEach(many.server, many.paths);
    await Bun.sleep(COLLECT_MS);
    const known = await countLinks(many.server);
    const holding = residentMegabytes(many.server.pid);

    for (const side of [few, many]) await measureSide(side, WARM_UP_SECONDS);
    const measured: { few: Round; many: Round }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      measured.push({
        few: await measureSide(few, seconds),
        many: await measureSide(many, seconds),
      });
    }
    await Bun.sleep(COLLECT_MS);
    const after = residentMegabytes(many.server.pid);

    const megabytes = (figure: number | null) => figure?.toFixed(0) ?? "not known here";
    printTable(
      ["memory of one api process", "MB"],
      [
        ["just started", megabytes(idle)],
        [`holding ${count(known)} links`, megabytes(holding)],
        ["the same after the load below", megabytes(after)],
      ],
    );
    const row = (name: string, side: "few" | "many") => {
      const cost = (round: Round) => round.cpuMicroseconds;
      const costs = measured.map((round) => cost(round[side]) / cost(round.few));
      const figures = (figure: keyof Round) =>
        computeSpread(measured.map((each) => each[side][figure]));
      return [
        name,
        show(figures("perSecond"), 0),
        show(figures("cpuMicroseconds"), 1),
        show(computeSpread(costs)),
        show(figures("p99Ms"), 1),
      ];
    };
    const head = ["redirect, 64 connections", "requests/s", "CPU µs a request", "times", "p99 ms"];
    printTable(head, [
      row(`${count(few.paths.length)} links`, "few"),
      row(`${count(known)} links`, "many"),
    ]);
  } finally {
    await world.close();
  }
}

type Side = { server: Server; paths: readonly string[] };

function measureSide({ server, paths }: Side, seconds: number): Promise<Round> {
  return measureRound(server, { paths, seconds });
}

function toPath({ path }: BenchLink): string {
  return path;
}

async function followEach(server: Server, paths: readonly string[]): Promise<void> {
  const load = { port: server.port, connections: 64, seconds: 0, rate: null, once: true };
  for (let start = 0; start < paths.length; start += BATCH_SIZE) {
    const some = paths.slice(start, start + BATCH_SIZE);
    const { others } = await startLoad({ paths: some, load, cpu: otherCpu });
    if (others > 0) throw new Error(`${others} links were not answered with a redirect`);
    await server.tidyUp();
  }
}

/** Returns how many links the process reports in its metrics. */
async function countLinks({ port }: Server): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^fairclick_cached_links (\d+)/m.exec(metrics)?.[1]);
}

function count(links: number): string {
  return links.toLocaleString("en-US");
}
