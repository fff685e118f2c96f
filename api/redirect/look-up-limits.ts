import { createAddressBuckets, createTokenBuckets } from "@fairclick/core/memory";

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
 * Limits look-ups of missing links, in the memory of this process. Look-ups of existing links are free,
 * so an honest crowd behind one address is never limited. If someone else at the address is scanning, a
 * visitor with a signed device cookie has their own limit.
 */
export function createLookUpLimits(now: () => number = Date.now) {
  const addresses = createAddressBuckets(addressLimit);
  const devices = createTokenBuckets(deviceLimit);
  const crowds = createAddressBuckets(devicesAtAddressLimit);
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
