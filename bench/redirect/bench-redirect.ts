import { makeMarket } from "@fairclick/e2e/world/market";
import type { Fsync } from "@fairclick/e2e/world/redis-server";
import { printTable } from "../report/print-table";
import { computeSpread, type Spread, show } from "../report/statistics";
import { openApiWorld, type Server } from "../world/api-world";
import { measureRound, type Round } from "./measure-rounds";

type Options = {
  rounds: number;
  seconds: number;
  connections: number;
  stores: (Fsync | "postgres")[];
};

const CAMPAIGNS = 50;
const CREATORS = 20;
const serverSteps = {
  constant: "constant 302",
  peer: "the peer's address",
  headers: "five headers",
  waits: "an answer that waits",
  all: "all three",
};
/** Long enough for the JIT to compile the hot code. */
const WARM_UP_SECONDS = 12;

/**
 * Compares the whole app's redirect with a constant response of `Bun.serve`, in alternating rounds
 * on the same processor: first at full speed, then each at a quarter of its peak.
 */
export async function benchRedirect({
  rounds,
  seconds,
  connections,
  stores,
}: Options): Promise<void> {
  const world = await openApiWorld();
  try {
    const links = await makeMarket(world.db, world.owner, {
      campaigns: CAMPAIGNS,
      creators: CREATORS,
      budgetClicks: () => 1_000_000,
    });
    const paths = links.map((link) => link.path);
    const constant = await world.startConstant();
    const apis: Server[] = [];
    for (const store of stores) apis.push(await world.startApi(store));
    const servers = [constant, ...apis];
    for (const server of servers) await measureRound(server, { paths, seconds: WARM_UP_SECONDS });

    const fast = await inTurns(servers, rounds, (server) =>
      measureRound(server, { paths, seconds, connections }),
    );
    printFast(servers, fast, connections);

    const calm: string[][] = [];
    for (const api of apis) {
      const rate = computeSpread(pick(fast, api, "perSecond")).median / 4;
      const measured = await inTurns([constant, api], rounds, (server) =>
        measureRound(server, { paths, seconds, rate }),
      );
      const differences = measured.map(
        (round) => read(round, api).p99Ms - read(round, constant).p99Ms,
      );
      calm.push([
        api.name,
        rate.toFixed(0),
        show(computeSpread(pick(measured, api, "p50Ms"))),
        show(computeSpread(pick(measured, api, "p99Ms"))),
        show(computeSpread(pick(measured, constant, "p99Ms"))),
        show(computeSpread(differences)),
      ]);
    }
    const head = ["queue", "requests/s", "p50 ms", "p99 ms", "constant's p99 ms", "over it, ms"];
    printTable(["at a quarter of its peak", ...head.slice(1)], calm);
  } finally {
    await world.close();
  }
}

/** Prints what Bun's server takes for each thing that a redirect asks of it, beside a constant answer. */
export async function benchServer({ rounds, seconds, connections }: Options): Promise<void> {
  const world = await openApiWorld();
  try {
    const paths = Array.from({ length: 1_000 }, () => `/c/${crypto.randomUUID()}`);
    const servers: Server[] = [];
    for (const [kind, name] of Object.entries(serverSteps)) {
      servers.push({ ...(await world.startConstant(kind)), name });
    }
    for (const server of servers) await measureRound(server, { paths, seconds: WARM_UP_SECONDS });
    const measured = await inTurns(servers, rounds, (server) =>
      measureRound(server, { paths, seconds, connections }),
    );
    const rows = servers.map((server) => [
      server.name,
      show(computeSpread(pick(measured, server, "cpuMicroseconds")), 1),
    ]);
    printTable([`Bun's server, ${connections} connections`, "CPU µs a request"], rows);
  } finally {
    await world.close();
  }
}

type Rounds = Map<Server, Round>[];

async function inTurns(
  servers: readonly Server[],
  rounds: number,
  measure: (server: Server) => Promise<Round>,
): Promise<Rounds> {
  const measured: Rounds = [];
  for (let round = 0; round < rounds; round += 1) {
    const results = new Map<Server, Round>();
    for (const server of servers) results.set(server, await measure(server));
    measured.push(results);
  }
  return measured;
}

function read(round: Map<Server, Round>, server: Server): Round {
  const result = round.get(server);
  if (!result) throw new Error(`${server.name} was not measured`);
  return result;
}

function pick(rounds: Rounds, server: Server, figure: keyof Round): number[] {
  return rounds.map((round) => read(round, server)[figure]);
}

function printFast(servers: Server[], rounds: Rounds, connections: number): void {
  const [constant] = servers;
  if (!constant) return;
  const rows = servers.map((server) => {
    const ratio = (figure: (round: Round) => number): Spread =>
      computeSpread(
        rounds.map((round) => figure(read(round, server)) / figure(read(round, constant))),
      );
    return [
      server.name,
      show(computeSpread(pick(rounds, server, "perSecond")), 0),
      show(ratio((round) => round.perSecond)),
      show(computeSpread(pick(rounds, server, "cpuMicroseconds")), 1),
      show(ratio((round) => 1 / round.cpuMicroseconds)),
      show(computeSpread(pick(rounds, server, "p99Ms")), 1),
    ];
  });
  const head = [
    `redirect, ${connections} connections`,
    "requests/s",
    "share",
    "CPU µs a request",
    "share",
  ];
  printTable([...head, "p99 ms"], rows);
}
