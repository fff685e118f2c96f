import { compileIpData, type IpData } from "@fairclick/core/ip/ip-data";
import { parseRange } from "@fairclick/core/ip/lists";
import { parseAsnTable, parseCountryTable } from "@fairclick/core/ip/testing/parse-table-text";
import type { Random } from "@fairclick/e2e/world/seeded-random";
import { assumed, type Place } from "./assumptions";

const DATE = "2026-03-01";
const relays = "172.224.0.0/12";
/** The first of the AS numbers that stand for networks in no book: nobody has them. */
const UNKNOWN_ASN = 1_000_000;
const UNKNOWN_NETWORKS = 3_000;

/** Phone companies and companies of home lines, by country. Their AS numbers are real, from memory. */
export const countries = [
  { country: "US", mobile: [21928, 20057, 22394], home: [7922, 20115, 22773, 701, 6128] },
  { country: "GB", mobile: [12576, 25135, 206067], home: [2856, 5089, 5607] },
  { country: "DE", mobile: [6805, 3209], home: [3320, 31334] },
  { country: "FR", mobile: [51207, 15557], home: [3215, 12322] },
  { country: "BR", mobile: [26615, 26599], home: [28573, 18881, 27699] },
  { country: "IN", mobile: [55836, 45609], home: [24560, 9829] },
  { country: "PH", mobile: [4775, 10139], home: [9299, 17639] },
  { country: "PL", mobile: [8374, 12912], home: [5617, 9143] },
].map(({ country, mobile, home }, n) => {
  const company = (asn: number, place: number) => ({ asn, block: `${110 + n}.${8 * place}` });
  return {
    country,
    mobile: mobile.map(company),
    home: home.map((asn, place) => ({
      ...company(asn, 16 + place),
      v6: `2a1${n}:${place}`,
    })),
  };
});
const companies = countries.flatMap(({ country, mobile, home }) =>
  [...mobile, ...home].map((company) => ({ ...company, country })),
);
/** A network rented for servers, in no list, and the address ranges of the frauds' scene. */
export const rented = "2a0e:97c0:5";
export const RENTED_ASN = UNKNOWN_ASN - 1;

function toRanges({ block, v6 }: { block: string; v6?: string }): string[] {
  const [first = "", second = ""] = block.split(".");
  const v4 = `${block}.0.0,${first}.${Number(second) + 7}.255.255`;
  return v6 === undefined ? [v4] : [v4, `${v6}::,${v6}:ffff:ffff:ffff:ffff:ffff:ffff`];
}

/** The owners of the addresses: phone and cable companies, and networks that no book names. */
const networks = [
  // T-Mobile USA, Comcast's cable and British Telecom's lines.
  ...["92.40.0.0,92.43.255.255,21928", "82.10.0.0,82.11.255.255,7922"],
  "2a00:23c5::,2a00:23c5:ffff:ffff:ffff:ffff:ffff:ffff,2856",
  ...Array.from({ length: UNKNOWN_NETWORKS }, (_, n) => {
    const network = `${45 + Math.floor(n / 65_536)}.${Math.floor(n / 256) % 256}.${n % 256}`;
    return `${network}.0,${network}.255,${UNKNOWN_ASN + n}`;
  }),
  ...companies.flatMap((each) => toRanges(each).map((range) => `${range},${each.asn}`)),
  `${rented}::,${rented}:ffff:ffff:ffff:ffff:ffff,${RENTED_ASN}`,
  ...Array.from({ length: 256 }, (_, n) => `46.${n}.0.0,46.${n}.255.255,${UNKNOWN_ASN * 2 + n}`),
];

/** Relays are known by a list, carriers and homes by the AS table. Schools and offices are not known. */
export const addressData: IpData = compileIpData({
  version: 1,
  lists: [
    {
      ...{ name: "relay", class: "relay", date: DATE },
      ranges: [relays].flatMap((text) => parseRange(text) ?? []),
    },
  ],
  operatorRanges: [],
  asnTable: parseAsnTable(networks.join("\n")),
  countryTable: parseCountryTable(
    [
      ...companies.flatMap((each) => toRanges(each).map((range) => `${range},${each.country}`)),
      ...["46.0.0.0,46.255.255.255,US", "82.10.0.0,82.11.255.255,US"],
    ].join("\n"),
  ),
});

/** Returns an address in one of the networks that no book names. */
export function unknownAddress(network: number, host: number): string {
  return `45.${Math.floor(network / 256)}.${network % 256}.${1 + (host % 254)}`;
}

/** Returns an address of a company with many customers, which no book names. */
export function companyAddress(company: number, host: number): string {
  return `46.${company}.${Math.floor(host / 254) % 256}.${1 + (host % 254)}`;
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
export function layOutCarriers(random: Random, count: number): () => number {
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
