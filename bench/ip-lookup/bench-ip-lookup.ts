import { cpus } from "node:os";
import { compileIpData, findAddressFacts } from "@fairclick/core/ip/ip-data";
import { lookUpAddress } from "@fairclick/core/ip/ranges";
import { type Random, seededRandom } from "@fairclick/e2e/world/seeded-random";
import { printTable } from "../report/print-table";
import { computeSpread, show } from "../report/statistics";
import { makeLists, randomIpv4, randomIpv6 } from "./make-lists";

const ADDRESSES = 100_000;
const IPV6_SHARE = 0.25;
const PASSES = 10;
const SEED = 20_260_822;

/**
 * Measures IP look-ups per second on one core, with lists as large as the public ones, and compares
 * them with `Map.get` of a known string. Rounds alternate over the same addresses; no address
 * repeats within a pass. Uses CPU time, so that other load on the machine matters less.
 */
export function benchIpLookup({ rounds }: { rounds: number }): void {
  const random = seededRandom(SEED);
  const lists = makeLists(random);
  const startedAt = performance.now();
  const data = compileIpData({ version: 1, lists, operatorRanges: [] });
  const compileMs = performance.now() - startedAt;
  const addresses = makeAddresses(random);
  const known = new Map(addresses.map((address, i) => [address, i & 127]));
  const contestants = {
    "Map.get, the measure": (address: string) => known.get(address) ?? 0,
    "classes of an address": (address: string) => lookUpAddress(data.index, address),
    "with list and date": (address: string) => (findAddressFacts(data, address).vpn ? 1 : 0),
  };
  const rates = measure(contestants, addresses, rounds);
  const measures = rates.get("Map.get, the measure") ?? [];
  printTable(
    ["one core", "million a second (least–most)", "share of Map.get"],
    [...rates].map(([name, each]) => [
      name,
      show(computeSpread(each)),
      show(computeSpread(each.map((rate, i) => rate / (measures[i] ?? Number.NaN)))),
    ]),
  );
  const ranges = lists.reduce((sum, list) => sum + list.ranges.length, 0);
  console.log(
    `${ranges.toLocaleString("en-US")} ranges compiled in ${Math.round(compileMs)} ms; ${cpus()[0]?.model}, Bun ${Bun.version}`,
  );
}

type Contestant = (address: string) => number;

/** Returns the rates of each contestant, one per round, in millions of look-ups per CPU second. */
function measure(
  contestants: Record<string, Contestant>,
  addresses: string[],
  rounds: number,
): Map<string, number[]> {
  const rates = new Map(Object.keys(contestants).map((name): [string, number[]] => [name, []]));
  for (let round = -1; round < rounds; round += 1) {
    for (const [name, lookUp] of Object.entries(contestants)) {
      const rate = millionsPerSecond(lookUp, addresses);
      // The first round is a warm-up.
      if (round >= 0) rates.get(name)?.push(rate);
    }
  }
  return rates;
}

function millionsPerSecond(lookUp: Contestant, addresses: string[]): number {
  let sum = 0;
  const before = process.cpuUsage();
  for (let pass = 0; pass < PASSES; pass += 1) {
    for (const address of addresses) sum += lookUp(address);
  }
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6;
  if (!Number.isSafeInteger(sum)) throw new Error("Every answer is a number");
  return (addresses.length * PASSES) / seconds / 1e6;
}

function makeAddresses(random: Random): string[] {
  const addresses = new Set<string>();
  while (addresses.size < ADDRESSES) {
    addresses.add(random.next() < IPV6_SHARE ? randomIpv6(random) : randomIpv4(random));
  }
  return [...addresses];
}
