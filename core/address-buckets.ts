import { ipKey, siteKey } from "./clicks/ip-key";
import { createTokenBuckets } from "./token-buckets";

type Options = { burst: number; perSecond: number; maxAddresses?: number };

export type AddressBuckets = {
  /** Takes a token of the ip address. Returns false if none is left. */
  take: (ip: string, now: number) => boolean;
  restore: (ip: string) => void;
};

const MAX_ADDRESSES = 20_000;
/** A site has many networks, but few of them are active at once. */
const NETWORKS_PER_SITE = 4;

/**
 * Token buckets per address: IPv4 as it is; IPv6 by its /64 and, with more tokens, by its /48, because
 * one customer may own 65,536 networks.
 */
export function createAddressBuckets(options: Options): AddressBuckets {
  const { burst, perSecond, maxAddresses = MAX_ADDRESSES } = options;
  const networks = createTokenBuckets({ burst, perSecond, maxBuckets: maxAddresses });
  const sites = createTokenBuckets({
    burst: burst * NETWORKS_PER_SITE,
    perSecond: perSecond * NETWORKS_PER_SITE,
    maxBuckets: maxAddresses,
  });
  const siteKeys = (ip: string) => [siteKey(ip) ?? []].flat();
  return {
    take: (ip, now) => {
      if (!networks.take([ipKey(ip)], now)) return false;
      if (sites.take(siteKeys(ip), now)) return true;
      networks.restore([ipKey(ip)]);
      return false;
    },
    restore: (ip) => {
      networks.restore([ipKey(ip)]);
      sites.restore(siteKeys(ip));
    },
  };
}
