import {
  compileIpData,
  type IpData,
  type SourceClass,
  type TableClass,
} from "@fairclick/core/ip/ip-data";
import { type ListBounds, parseList } from "@fairclick/core/ip/lists";
import type { IpRange } from "@fairclick/core/ip/operated";
import type { RangeTable } from "@fairclick/core/ip/ranges";
import type { StoredIpList } from "@fairclick/sql/ip/lists";

export type IpSource = ListBounds & {
  name: string;
  class: SourceClass;
  /** Server that publishes the list. A mirror named by `IP_DATA_URL` has all lists at the same paths. */
  host: string;
  path: string;
  licence: string;
  /** Max size of the download. */
  maxBytes: number;
  /** The same kind of table in an npm package, which is used until a download has succeeded. */
  shipped?: ShippedTable;
};

type ShippedTable = { file: string; version: string; publishedAt: Date };

export const GITHUB_FILES = "https://raw.githubusercontent.com";
const LIST_BYTES = 16_000_000;
/** An AS table has about 27 MB; one of countries is shorter. */
const TABLE_BYTES = 100_000_000;

const listDefaults = { host: GITHUB_FILES, maxBytes: LIST_BYTES } as const;
const x4bnet = { ...listDefaults, licence: "MIT", maxRanges: 300_000 } as const;
const ipranges = { ...listDefaults, licence: "CC0-1.0", maxRanges: 100_000 } as const;

const sapicsTables = { asn: "origin-asn", country: "user-country" } as const;

/** From `services/package.json`; a test holds that they are the same. */
const SHIPPED = {
  asn: { path: "@ip-location-db/asn/asn", version: "2.3.2026061719" },
  country: {
    path: "@ip-location-db/geo-whois-asn-country/geo-whois-asn-country",
    version: "2.3.2026061719",
  },
} as const;
const SHIPPED_AT = new Date("2026-06-17T19:00:00Z");

/** Cloud providers. Oracle publishes no IPv6 ranges. */
const clouds = ["amazon", "digitalocean", "google", "linode", "microsoft", "oracle", "vultr"];

/** Every public list that is downloaded. If two contain an address, the first is named as evidence. */
export const ipSources: readonly IpSource[] = [
  ...fromIpranges("relay", "apple-proxy", { minRanges: 500 }),
  {
    // The exits of "VPN by Google", which Pixel phones contain, as Google publishes them (RFC 8805).
    name: "google-vpn",
    class: "relay",
    host: "https://www.gstatic.com",
    path: "vpn/geofeed",
    licence: "none stated; published by Google",
    maxBytes: LIST_BYTES,
    minRanges: 10,
    maxRanges: 100_000,
  },
  {
    ...listDefaults,
    name: "tor-exits",
    class: "tor",
    path: "alireza-rezaee/tor-nodes/main/latest.exits.csv",
    licence: "MIT",
    minRanges: 300,
    maxRanges: 100_000,
  },
  ...clouds.flatMap((cloud) => fromIpranges("cloud", cloud, { minRanges: 1 })),
  fromX4bnet("datacenter", 4, { minRanges: 10_000 }),
  fromX4bnet("datacenter", 6, { minRanges: 1_000 }),
  fromX4bnet("vpn", 4, { minRanges: 2_000 }),
  fromX4bnet("vpn", 6, { minRanges: 100 }),
  fromSapics("asn", 4, { minRanges: 50_000 }),
  fromSapics("asn", 6, { minRanges: 10_000 }),
  fromSapics("country", 4, { minRanges: 20_000 }),
  fromSapics("country", 6, { minRanges: 5_000 }),
];

/** Which AS announces each range, or in which country it is used. */
function fromSapics(
  tableClass: TableClass,
  family: 4 | 6,
  { minRanges }: Pick<ListBounds, "minRanges">,
): IpSource {
  return {
    name: `${tableClass}-v${family}`,
    class: tableClass,
    host: "https://github.com",
    path: `sapics/ip-location-db/releases/download/latest/${sapicsTables[tableClass]}-ipv${family}.csv`,
    licence: "PDDL-1.0",
    maxBytes: TABLE_BYTES,
    minRanges,
    maxRanges: 2_000_000,
    shipped: {
      file: `${SHIPPED[tableClass].path}-ipv${family}.csv`,
      version: `npm ${SHIPPED[tableClass].version}`,
      publishedAt: SHIPPED_AT,
    },
  };
}

function fromX4bnet(
  listClass: "datacenter" | "vpn",
  family: 4 | 6,
  { minRanges }: Pick<ListBounds, "minRanges">,
): IpSource {
  return {
    ...x4bnet,
    name: `x4bnet-${listClass}-v${family}`,
    class: listClass,
    path: `X4BNet/lists_vpn/main/output/${listClass}/ipv${family}.txt`,
    minRanges,
  };
}

function fromIpranges(
  listClass: SourceClass,
  folder: string,
  { minRanges }: Pick<ListBounds, "minRanges">,
): IpSource[] {
  const families = folder === "oracle" ? [4] : [4, 6];
  return families.map((family) => ({
    ...ipranges,
    name: `${folder}-v${family}`,
    class: listClass,
    path: `lord-alfred/ipranges/main/${folder}/ipv${family}_merged.txt`,
    minRanges,
  }));
}

export function compileStored(stored: {
  version: number | null;
  lists: readonly Pick<StoredIpList, "name" | "class" | "fetchedAt" | "body">[];
  ranges: readonly IpRange[];
  asnTable: RangeTable;
  countryTable?: RangeTable;
}): IpData {
  return compileIpData({
    version: stored.version,
    asnTable: stored.asnTable,
    ...(stored.countryTable ? { countryTable: stored.countryTable } : {}),
    lists: inSourceOrder(stored.lists).map(({ name, class: listClass, fetchedAt, body }) => ({
      name,
      class: listClass,
      date: formatUtcDay(fetchedAt),
      ranges: parseList(body).ranges,
    })),
    operatorRanges: stored.ranges.map(({ range, effect, decidedAt }) => ({
      range,
      effect,
      date: formatUtcDay(decidedAt),
    })),
  });
}

function inSourceOrder<List extends { name: string }>(lists: readonly List[]): List[] {
  const place = new Map(ipSources.map(({ name }, i) => [name, i]));
  const sourceIndex = ({ name }: List) => place.get(name) ?? ipSources.length;
  return [...lists].sort((a, b) => sourceIndex(a) - sourceIndex(b));
}

export function formatUtcDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}
