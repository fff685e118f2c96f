import { ipKey, siteKey } from "./ip/numbers";

/**
 * Max characters of a request text that the rules read. The longest user agents of in-app browsers
 * have about 400. Up to 2,048 are stored (see `clickSchema`), so that operators see what was sent.
 */
export const MAX_READ_LENGTH = 512;

const MAX_TEXTS = 5_000;

/**
 * Returns a memoized `find` that caches the results of the last 5,000 distinct texts: many visitors
 * share few user agents, and parsing one takes large regular expressions. `find` receives at most the
 * first `MAX_READ_LENGTH` characters.
 */
export function memoize<Found extends NonNullable<unknown> | null>(
  find: (text: string) => Found,
): (text: string) => Found {
  const known = new BoundedMap<string, Found>(MAX_TEXTS);
  return (whole) => {
    const text = whole.slice(0, MAX_READ_LENGTH);
    const remembered = known.get(text);
    if (remembered !== undefined) return remembered;
    const found = find(text);
    known.set(text, found);
    return found;
  };
}

/**
 * A map with at most `max` entries: when it is full, it drops the entry that was set longest ago.
 * Reads do not change the order.
 */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number;

  constructor(max: number) {
    super();
    this.#max = max;
  }

  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    for (const oldest of this.keys()) {
      if (this.size <= this.#max) break;
      this.delete(oldest);
    }
    return this;
  }
}

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
