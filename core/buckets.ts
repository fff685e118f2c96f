import { ipKey, siteKey } from "./ip/numbers";
import { BoundedMap } from "./memory";

type Bucket = { tokens: number; filledAt: number };

type Options = {
  /** Capacity of a bucket; new buckets are full. */
  burst: number;
  perSecond: number;
  maxBuckets: number;
};

export type TokenBuckets = {
  /** Takes a token from each of these buckets. Returns false, and takes none, if one of them is empty. */
  take: (keys: readonly string[], now: number) => boolean;
  restore: (keys: readonly string[]) => void;
  size: () => number;
};

/**
 * Creates a token bucket per key, in memory. Beyond `maxBuckets`, the oldest bucket is dropped; its key
 * starts again with a full bucket.
 */
export function createTokenBuckets({ burst, perSecond, maxBuckets }: Options): TokenBuckets {
  const buckets = new BoundedMap<string, Bucket>(maxBuckets);
  const refill = (key: string, now: number): Bucket => {
    const bucket = buckets.get(key) ?? { tokens: burst, filledAt: now };
    const seconds = Math.max(0, now - bucket.filledAt) / 1_000;
    bucket.tokens = Math.min(burst, bucket.tokens + seconds * perSecond);
    bucket.filledAt = now;
    if (!buckets.has(key)) buckets.set(key, bucket);
    return bucket;
  };
  return {
    take: (keys, now) => {
      const taken = keys.map((key) => refill(key, now));
      if (taken.some(({ tokens }) => tokens < 1)) return false;
      for (const bucket of taken) bucket.tokens -= 1;
      return true;
    },
    restore: (keys) => {
      for (const key of keys) {
        const bucket = buckets.get(key);
        if (bucket) bucket.tokens = Math.min(burst, bucket.tokens + 1);
      }
    },
    size: () => buckets.size,
  };
}

type AddressBucketOptions = { burst: number; perSecond: number; maxAddresses?: number };

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
export function createAddressBuckets(options: AddressBucketOptions): AddressBuckets {
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
