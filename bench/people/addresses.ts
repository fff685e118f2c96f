import { compileIpData, type IpData } from "@fairclick/core/ip/ip-data";
import { parseRange } from "@fairclick/core/ip/lists";
import type { Random } from "@fairclick/e2e/world/seeded-random";
import { assumed, type Place } from "./assumptions";

const DATE = "2026-03-01";
const relays = "172.224.0.0/12";
const carriers = "92.40.0.0/14";
const schoolsAndOffices = "81.96.0.0/15";

/** Only the relay's ranges are known. */
export const unknownShared: IpData = compile([]);

/** The carriers', schools' and offices' addresses are known to be shared, too. */
export const knownShared: IpData = compile([carriers, schoolsAndOffices]);

function compile(shared: readonly string[]): IpData {
  const ranges = [relays].flatMap((text) => parseRange(text) ?? []);
  return compileIpData({
    version: 1,
    lists: [{ name: "relay", class: "relay", date: DATE, ranges }],
    operatorRanges: shared.map((range) => ({ range, effect: "shared", date: DATE })),
  });
}

export type Addresses = {
  /** Returns the address of a new person at a place. */
  draw: (place: Place) => string;
};

/** Lays out the addresses of a region with `carriers` carrier addresses; `size` scales everything else. */
export function layOutAddresses(random: Random, carriers: number, size: number): Addresses {
  const drawCarrier = layOutCarriers(random, carriers);
  const drawNumber = (most: number) => Math.floor(random.next() * Math.max(1, most * size));
  const drawn: Record<Place, () => string> = {
    carrier: () => address("92.40", drawCarrier()),
    school: () => address("81.96", drawNumber(assumed.schools)),
    office: () => address("81.97", drawNumber(assumed.offices)),
    home: () => address("82.10", drawNumber(assumed.homes)),
    relay: () => address("172.224", drawNumber(assumed.relays)),
    ipv6: () => `2a00:23c5:${hex(random)}:${hex(random)}::${hex(random)}`,
  };
  return { draw: (place) => drawn[place]() };
}

/** Returns the address with this number, counted from `network`.0.1. */
export function address(network: string, number: number): string {
  const [first = "0", second = "0"] = network.split(".");
  const low = number % 254;
  const middle = Math.floor(number / 254);
  return `${first}.${Number(second) + Math.floor(middle / 256)}.${middle % 256}.${low + 1}`;
}

/** Draws a carrier's address as often as it has people behind it. */
function layOutCarriers(random: Random, count: number): () => number {
  const { least, most } = assumed.carrierPeople;
  const ends: number[] = [];
  let people = 0;
  for (let n = 0; n < count; n += 1) {
    people += least * (most / least) ** random.next();
    ends.push(people);
  }
  return () => {
    const person = random.next() * people;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) > person) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}

function hex(random: Random): string {
  return Math.floor(random.between(1, 65_536)).toString(16);
}
