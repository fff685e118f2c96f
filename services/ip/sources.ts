import type { ListClass } from "@fairclick/core/ip/ip-data";
import type { ListBounds } from "@fairclick/core/ip/judge-list";

export type IpSource = ListBounds & {
  name: string;
  class: ListClass;
  /** Relative to `IP_DATA_URL`. */
  path: string;
  licence: "MIT" | "CC0-1.0";
};

const x4bnet = { licence: "MIT", maxRanges: 300_000 } as const;
const ipranges = { licence: "CC0-1.0", maxRanges: 100_000 } as const;

/** Cloud providers. Oracle publishes no IPv6 ranges. */
const clouds = ["amazon", "digitalocean", "google", "linode", "microsoft", "oracle", "vultr"];

/** Every public list that is downloaded. If two contain an address, the first is named as evidence. */
export const ipSources: readonly IpSource[] = [
  ...fromIpranges("relay", "apple-proxy", { minRanges: 500 }),
  {
    name: "tor-exits",
    class: "tor",
    path: "alireza-rezaee/tor-nodes/main/latest.exits.csv",
    licence: "MIT",
    minRanges: 300,
    maxRanges: 100_000,
  },
  ...clouds.flatMap((cloud) => fromIpranges("datacenter", cloud, { minRanges: 1 })),
  fromX4bnet("datacenter", 4, { minRanges: 10_000 }),
  fromX4bnet("datacenter", 6, { minRanges: 1_000 }),
  fromX4bnet("vpn", 4, { minRanges: 2_000 }),
  fromX4bnet("vpn", 6, { minRanges: 100 }),
];

/**
 * Returns no lists unless the relays' own lists are among them: other lists contain relay
 * addresses, and would refuse the people behind them.
 */
export function countedLists<List extends { name: string }>(
  lists: readonly List[],
): readonly List[] {
  const names = new Set(lists.map(({ name }) => name));
  const relays = ipSources.filter((source) => source.class === "relay");
  return relays.every(({ name }) => names.has(name)) ? lists : [];
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
  listClass: ListClass,
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
