import { createAddressBuckets, createTokenBuckets } from "@fairclick/core/memory";
import { withTimeout } from "@fairclick/services/context";

/** A visitor's permission to query Postgres for a link. */
export type LookUpPermit = {
  /** Returns false if the visitor has no look-up left. */
  take: () => boolean;
  /** Undoes `take`, if the link exists or Postgres failed. */
  restore: () => void;
};

type Visitor = { ip: string; device: string | null };

/** Missing links per IP address: stops a scan quickly, but allows a few typing errors. */
const addressLimit = { burst: 50, perSecond: 5 };
/** A second chance behind a limited address, for devices with our cookie. */
const deviceLimit = { burst: 3, perSecond: 0.1, maxBuckets: 20_000 };
const devicesAtAddressLimit = { burst: 50, perSecond: 10 };

/**
 * Limits look-ups of missing links, in the memory of this process, which has its part of the limits of those
 * that share its port. Look-ups of existing links are free,
 * so an honest crowd behind one address is never limited. If someone else at the address is scanning, a
 * visitor with a signed device cookie has their own limit.
 */
export function createLookUpLimits({ now = Date.now, processes = 1 } = {}) {
  const part = <Limit extends { burst: number; perSecond: number }>(limit: Limit): Limit => ({
    ...{ ...limit, burst: Math.ceil(limit.burst / processes) },
    perSecond: limit.perSecond / processes,
  });
  const addresses = createAddressBuckets(part(addressLimit));
  const devices = createTokenBuckets(part(deviceLimit));
  const crowds = createAddressBuckets(part(devicesAtAddressLimit));
  const takeForDevice = (ip: string, device: string): boolean => {
    if (!devices.take([device], now())) return false;
    if (crowds.take(ip, now())) return true;
    devices.restore([device]);
    return false;
  };
  return {
    permit: ({ ip, device }: Visitor): LookUpPermit => {
      let restore = () => {};
      return {
        take: () => {
          if (addresses.take(ip, now())) restore = () => addresses.restore(ip);
          else if (device && takeForDevice(ip, device)) {
            restore = () => {
              devices.restore([device]);
              crowds.restore(ip);
            };
          } else return false;
          return true;
        },
        restore: () => restore(),
      };
    },
  };
}

export type LookUpLimits = ReturnType<typeof createLookUpLimits>;

/** How long a visitor waits for a look-up, its wait for a turn included. */
const LOOK_UP_TIMEOUT_MS = 3_000;
/** Fewer than the pool has connections. */
const MAX_LOOK_UPS = 8;
const MAX_WAITING = 10_000;

/**
 * Returns a function that runs at most `MAX_LOOK_UPS` queries at a time, in the order of their calls, and
 * rejects after this time. A query that nobody waits for any more is not sent, so the end of an outage
 * finds no crowd of old ones.
 */
export function createLine(timeoutMs = LOOK_UP_TIMEOUT_MS) {
  const waiting = new Set<() => void>();
  let running = 0;
  return <Result>(query: () => Promise<Result>): Promise<Result> => {
    const answer = Promise.withResolvers<Result>();
    const start = () => {
      waiting.delete(start);
      running += 1;
      query().then(answer.resolve, answer.reject);
    };
    if (running < MAX_LOOK_UPS) start();
    else if (waiting.size < MAX_WAITING) waiting.add(start);
    else return Promise.reject(new Error("Too many look-ups wait"));
    return withTimeout(answer.promise, timeoutMs, "Postgres").finally(() => {
      if (waiting.delete(start)) return;
      running -= 1;
      const [next] = waiting;
      next?.();
    });
  };
}
